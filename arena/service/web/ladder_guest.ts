// The form with which a guest sits down, to a table of one's own or to the board of the day.
import {clear, h} from "../../presentation/web/dom";
import {TableSecrets} from "../../presentation/web/mine_link";

import {field, refusalText} from "./ladder_forms";

/** Where this browser keeps the link of its latest table. */
export const LatestTable = "latest table";
const MostSecrets = 24;

export interface GuestForm {
  name: string;
  /** What is chosen beside the name. */
  fields: HTMLElement[];
  person: string;
  keep: string;
  mustKeep: boolean;
  note: string|null;
  go: string;
  room: string;
  sit: (guest: {person: string; keep: boolean}) => Promise<{link: string}>;
}

/** Only by path and secret: the page may have been reached under another name of the server. */
function goTo(link: string): void {
  const {pathname, hash} = new URL(link);
  localStorage.setItem(LatestTable, pathname + hash);
  const secret = hash.slice(1);
  const others = (localStorage.getItem(TableSecrets) ?? "").split(".").filter((one) => one !== "" && one !== secret);
  localStorage.setItem(TableSecrets, [secret, ...others].slice(0, MostSecrets).join("."));
  location.assign(pathname + hash);
}

export function guestForm(form: GuestForm): HTMLElement {
  const person =
    h("input", {type: "text", name: "person", maxlength: 24, placeholder: "guest", autocomplete: "nickname"});
  const keep = h("input", {type: "checkbox", name: "keep", required: form.mustKeep});
  const told = h("div", {"aria-live": "polite"});
  const go = h("button", {type: "submit", class: "main"}, form.go);
  return h("form", {
    class: form.name,
    submit: (event) => {
      event.preventDefault();
      clear(told);
      told.append(h("p", {}, "The bots take their seats\u2026"));
      go.disabled = true;
      form.sit({person: person.value.trim(), keep: keep.checked}).then(({link}) => goTo(link), (problem: unknown) => {
        go.disabled = false;
        clear(told);
        told.append(refusalText(problem));
      });
    }
  },
    h("div", {class: "filters"}, ...form.fields, field(form.person, person)),
    h("p", {}, h("label", {}, keep, ` ${form.keep}`)), form.note ? h("p", {class: "note-line"}, form.note) : null,
    h("p", {}, go, " ", h("span", {class: "quiet room"}, form.room)), told);
}
