// Types for the parts used of Debian's d3-scale and d3-shape, which come without types.
declare module "d3-scale" {
  export interface Scale {
    (value: number): number;
    ticks(count?: number): number[];
    domain(): number[];
    invert(pixel: number): number;
    nice(count?: number): Scale;
  }
  export interface ScaleMaker extends Scale {
    domain(): number[];
    domain(values: number[]): ScaleMaker;
    range(values: number[]): ScaleMaker;
    nice(count?: number): ScaleMaker;
    clamp(on: boolean): ScaleMaker;
  }
  export function scaleLinear(): ScaleMaker;
  export function scaleLog(): ScaleMaker;
}
declare module "d3-shape" {
  export type Point = [number, number];
  export interface Path {
    (points: Point[]): string|null;
  }
  export interface PathMaker extends Path {
    curve(kind: unknown): PathMaker;
    y0(value: number): PathMaker;
    y1(value: (point: Point) => number): PathMaker;
    x(value: (point: Point) => number): PathMaker;
  }
  export function line(): PathMaker;
  export function area(): PathMaker;
  export const curveMonotoneX: unknown;
  export const curveStepAfter: unknown;
}
// Browsers have this, but this compiler's list is older.
declare class DecompressionStream {
  constructor(format: "deflate");
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}
