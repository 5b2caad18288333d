// What asks again and again, for as long as it is shown and seen.

export abstract class Following {
  private timer: number|null = null;
  private left = false;
  private readonly seen = () => {
    if (!document.hidden) this.follow();
  };

  constructor(protected milliseconds: number) {
    document.addEventListener("visibilitychange", this.seen);
  }

  stop(): void {
    this.left = true;
    document.removeEventListener("visibilitychange", this.seen);
    if (this.timer !== null) clearTimeout(this.timer);
  }

  protected isLeft(): boolean {
    return this.left;
  }

  protected abstract take(): Promise<void>;

  /** Asks now, and goes on asking. */
  protected follow(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.left || document.hidden) return;
    this.take().catch(() => undefined).finally(() => {  // what failed is tried again
      if (this.left || this.timer !== null) return;
      this.timer = window.setTimeout(() => this.follow(), this.milliseconds);
    });
  }
}
