type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The input on a page, by field. It is never stored: it contains passwords and cards. */
export type Typed = ReadonlyMap<string, string | boolean>

const unseen = ['hidden', 'submit', 'button', 'file']
const isField = (control: Element): control is Field =>
  (control instanceof HTMLInputElement && !unseen.includes(control.type)) ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
const isBox = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type)

/**
 * Card fields have no name, so that no form sends them. Consent for one thing (`data-of` around it) must not be
 * restored for another.
 */
const keyOf = (field: Field): string => {
  const owner = field.closest<HTMLElement>('[data-of]')?.dataset.of
  const form = field.getAttribute('form')
  return JSON.stringify([field.name, form, field.dataset.card, isBox(field) && field.value, owner])
}

/** The editable fields of a page, except in the forms that `skip` names, which show the server's values. */
function fieldsOf(page: ParentNode, skip: (form: HTMLFormElement) => boolean): Field[] {
  const all = [...page.querySelectorAll('input, select, textarea')].filter(isField)
  return all.filter(({ form }) => form && !skip(form))
}

export function captureInput(page: ParentNode, skip: (form: HTMLFormElement) => boolean): Typed {
  return new Map(fieldsOf(page, skip).map((field) => [keyOf(field), isBox(field) ? field.checked : field.value]))
}

/**
 * Restores all fields by name. Radio choices are clicked as a person would, once their island is live, because
 * dependent fields are rendered then.
 */
export function restoreInput(page: ParentNode, skip: (form: HTMLFormElement) => boolean, typed: Typed): void {
  for (const field of fieldsOf(page, skip)) {
    const value = typed.get(keyOf(field))
    if (typeof value === 'string') field.value = value
    else if (value === undefined || !isBox(field)) continue
    else if (field.type === 'checkbox') field.checked = value
    else if (value && !field.checked) clickWhenHydrated(field, () => fillEmpty(page, skip, typed))
  }
}

/** Fields rendered after the others were restored. */
function fillEmpty(page: ParentNode, skip: (form: HTMLFormElement) => boolean, typed: Typed): void {
  for (const field of fieldsOf(page, skip)) {
    const value = typed.get(keyOf(field))
    if (typeof value === 'string' && field.value === '') field.value = value
  }
}

function clickWhenHydrated(radio: HTMLInputElement, then: () => void): void {
  const host = radio.closest('[data-island]')
  const press = () => {
    radio.click()
    setTimeout(then)
  }
  if (!host || host.hasAttribute('data-ready')) {
    press()
    return
  }
  const watch = new MutationObserver(() => {
    watch.disconnect()
    press()
  })
  watch.observe(host, { attributeFilter: ['data-ready'] })
}
