// Who is signed in as a moderator. The token stays in this page's memory: it is gone with the page, and no other page
// of the browser can read it.
import {ask, type Account} from "./ladder_model";

export interface Session {
  token: string;
  account: Account;
}

let current: Session|null = null;

/** The moderator who is signed in; null: nobody is. */
export function moderator(): Session|null {
  return current;
}

export function signOut(): void {
  current = null;
}

/** Asks the API with the moderator's token. */
export function askAsModerator<T>(path: string, body: Record<string, string>|null = null): Promise<T> {
  const headers: Record<string, string> = {authorization: `Bearer ${current?.token ?? ""}`};
  if (body === null) return ask<T>(path, {headers});
  headers["content-type"] = "application/json";
  return ask<T>(path, {method: "POST", body: JSON.stringify(body), headers});
}

/** Signs in with a token of an account that is at least moderator; whatever it lacks is thrown as a Problem. */
export async function signIn(token: string): Promise<void> {
  const headers = {authorization: `Bearer ${token}`};
  await ask("versions?most=1", {headers});  // who may ask this is a moderator, with the scope admin
  const {account} = await ask<{account: Account}>("account", {headers});
  current = {token, account};
}

/** Shows the page that the address means once more, with what has changed. */
export function showAgain(): void {
  window.dispatchEvent(new Event("hashchange"));
}
