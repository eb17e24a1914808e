/** Modals: the form that the bot shows, with text inputs and selects. */

import { h, newId } from "./dom.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { markdown } from "./markdown.js";
import { selectView } from "./select-view.js";
import { Refusal, WINDOW } from "./server.js";
import { nameOf } from "./world.js";

const ROW = 1,
  INPUT = 4,
  TEXT = 10,
  LABEL = 18;
const PARAGRAPH = 2;

/** Shows the viewer's modals, except those that another window has asked for. */
export class Modals {
  #awaited = null;

  constructor(world, page, interactions) {
    Object.assign(this, { world, page, interactions });
    world.on("modal", (event) => {
      const here = (event.window ?? WINDOW) === WINDOW;
      if (here && event.user_id === world.person?.id) this.#open(event);
    });
    world.on("interaction", ({ id }) => this.#awaited?.id === id && this.#awaited.hear());
    world.on("person", () => this.dialog?.close());
  }

  #open({ interaction_id: interactionId, modal }) {
    this.dialog?.close();
    const fields = modal.components.flatMap((part) => fieldsOf(part, this.page));
    const error = h("p.failure", { role: "alert", hidden: true });
    const submit = h("button.button.primary", { type: "submit" }, say("Submit"));
    const form = h(
      "form",
      { method: "dialog", novalidate: true },
      h("div.modal-body", fields.map(({ element }) => element), error),
      h("footer", h("button.button.plain", { type: "button", onclick: () => dialog.close() }, say("Cancel")), submit),
    );
    const dialog = h(
      "dialog.modal",
      { "aria-label": modal.title, onclose: () => this.#closed(dialog) },
      h(
        "header",
        h("span.mini", face(this.world.bot)),
        h("h2", modal.title),
        h("button.round", { type: "button", "aria-label": say("Close"), onclick: () => dialog.close() }, icon("close")),
      ),
      h("p.notice", say("This form will be submitted to {bot}.", { bot: nameOf(this.world.bot) })),
      form,
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!checked(fields)) return;
      this.#submit({ dialog, submit, error, interactionId, customId: modal.custom_id, fields });
    });
    document.body.append(dialog);
    this.dialog = dialog;
    dialog.showModal();
    fields.find(({ input }) => input)?.input.focus();
  }

  async #submit({ dialog, submit, error, interactionId, customId, fields }) {
    const values = Object.fromEntries(fields.filter(({ id }) => id).map(({ id, value }) => [id, value()]));
    const tell = (text) => {
      submit.disabled = false;
      error.hidden = !text;
      error.textContent = text;
    };
    tell("");
    submit.disabled = true;
    try {
      const id = await this.interactions.submit(interactionId, customId, values);
      const hear = () => {
        const state = this.interactions.state(id)?.state;
        if (state === "failed") tell(say("Something went wrong. Try again."));
        else if (state) dialog.close();
      };
      this.#awaited = { id, hear };
      if (id) hear();
      else dialog.close();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      tell(refusal.message);
    }
  }

  #closed(dialog) {
    dialog.remove();
    if (this.dialog === dialog) this.dialog = null;
    this.#awaited = null;
  }
}

function fieldsOf(part, page) {
  if (part.type === ROW) return part.components.map((child) => field(child, child.label, null, page));
  if (part.type === LABEL) return [field(part.component, part.label, part.description, page)];
  if (part.type === TEXT) return [{ element: h("div.markdown", markdown(part.content, page.names)) }];
  return [field(part, part.label, null, page)];
}

function field(part, label, description, page) {
  const id = newId("field");
  const problem = h("p.failure", { id: `${id}-problem`, hidden: true });
  const required = part.required ?? true;
  const input = part.type === INPUT ? textInput(part, id, required) : null;
  const select = input ? null : selectView(part, page, { label });
  const element = h(
    "div.field",
    h("label", { for: input ? id : null }, label, required ? h("span.required", { title: say("Required") }, " *") : null),
    description ? h("p.description", description) : null,
    input ?? select,
    problem,
  );
  const value = () => (input ? input.value : select.values());
  const check = () => {
    const text = reason(value(), part, required);
    problem.hidden = !text;
    problem.textContent = text;
    if (input) input.setAttribute("aria-invalid", String(Boolean(text)));
    return !text;
  };
  return { id: part.custom_id, element, value, check, input: input ?? select.querySelector("button") };
}

function textInput(part, id, required) {
  const long = part.style === PARAGRAPH;
  return h(long ? "textarea" : "input", {
    id,
    type: long ? null : "text",
    rows: long ? 4 : null,
    placeholder: part.placeholder,
    minlength: part.min_length,
    maxlength: part.max_length ?? 4000,
    "aria-required": required || null,
    "aria-describedby": `${id}-problem`,
    autocomplete: "off",
    value: part.value ?? "",
  });
}

function reason(value, part, required) {
  if (!value.length) return required ? say("This field is required.") : "";
  if (part.type === INPUT && value.length < (part.min_length ?? 0))
    return say("Write at least {count} characters.", { count: part.min_length });
  return "";
}

function checked(fields) {
  const wrong = fields.filter(({ check }) => check && !check());
  wrong[0]?.input.focus();
  return !wrong.length;
}
