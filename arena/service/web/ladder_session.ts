// Who is signed in. The token stays in this page's memory: it is gone with the page, and no other page of the browser
// can read it.
import {ask, type Account} from "./ladder_model";

export interface Session {
  token: string;
  account: Account;
  /** At least a moderator, with a token that may act as one. */
  moderates: boolean;
}

let current: Session|null = null;

/** Who is signed in; null: nobody is. */
export function session(): Session|null {
  return current;
}

/** The moderator who is signed in; null: nobody is, or an author. */
export function moderator(): Session|null {
  return current?.moderates ? current : null;
}

export function signOut(): void {
  current = null;
}

function headersOf(token: string): Record<string, string> {
  return {authorization: `Bearer ${token}`};
}

/** Asks the API with the token of who is signed in. */
export function askSigned<T>(
  path: string, method = "GET", body: Record<string, string|number|boolean|string[]>|null = null): Promise<T> {
  const headers = headersOf(current?.token ?? "");
  if (body === null) return ask<T>(path, {method, headers});
  headers["content-type"] = "application/json";
  return ask<T>(path, {method, body: JSON.stringify(body), headers});
}

/** Asks as a moderator: with a body it acts. */
export function askAsModerator<T>(path: string, body: Record<string, string>|null = null): Promise<T> {
  return askSigned<T>(path, body === null ? "GET" : "POST", body);
}

/** Who may ask this is a moderator, with the scope admin. */
function tryModerating(token: string): Promise<unknown> {
  return ask("versions?most=1", {headers: headersOf(token)});
}

/** Signs in with a token of any account; whatever it lacks is thrown as a Problem. */
export async function signIn(token: string): Promise<void> {
  const {account} = await ask<{account: Account}>("account", {headers: headersOf(token)});
  const moderates = account.role !== "author" && await tryModerating(token).then(() => true, () => false);
  current = {token, account, moderates};
}

/** Signs in with a token of an account that is at least moderator; whatever it lacks is thrown as a Problem. */
export async function signInAsModerator(token: string): Promise<void> {
  await tryModerating(token);
  await signIn(token);
}

/** Shows the page that the address means once more, with what has changed. */
export function showAgain(): void {
  window.dispatchEvent(new Event("hashchange"));
}
