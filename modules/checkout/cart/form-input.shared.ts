type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The user's input on a page, by field. Never stored, because it contains passwords and card numbers. */
export type FormInput = ReadonlyMap<string, string | boolean>

const uneditableTypes = ['hidden', 'submit', 'button', 'file']
const isField = (control: Element): control is Field =>
  (control instanceof HTMLInputElement && !uneditableTypes.includes(control.type)) ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
const isToggle = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type)

/**
 * Card fields have no name, so that no form sends them; `data-card` identifies them. Consent is keyed by its subject
 * (`data-of` around it), so that it is not restored for another one.
 */
const keyOf = (field: Field): string => {
  const owner = field.closest<HTMLElement>('[data-of]')?.dataset.of
  const form = field.getAttribute('form')
  return JSON.stringify([field.name, form, field.dataset.card, isToggle(field) && field.value, owner])
}

/** The editable fields of a page, except in forms that `skip` matches, which show the server's values. */
function fieldsOf(page: ParentNode, skip: (form: HTMLFormElement) => boolean): Field[] {
  const all = [...page.querySelectorAll('input, select, textarea')].filter(isField)
  return all.filter(({ form }) => form && !skip(form))
}

export function captureInput(page: ParentNode, skip: (form: HTMLFormElement) => boolean): FormInput {
  return new Map(fieldsOf(page, skip).map((field) => [keyOf(field), isToggle(field) ? field.checked : field.value]))
}

/**
 * Restores all fields. Radio buttons are clicked once their island is hydrated, because clicks render the fields that
 * depend on them.
 */
export function restoreInput(page: ParentNode, skip: (form: HTMLFormElement) => boolean, input: FormInput): void {
  for (const field of fieldsOf(page, skip)) {
    const value = input.get(keyOf(field))
    if (typeof value === 'string') field.value = value
    else if (value === undefined || !isToggle(field)) continue
    else if (field.type === 'checkbox') field.checked = value
    else if (value && !field.checked) clickWhenHydrated(field, () => fillEmpty(page, skip, input))
  }
}

/** Restores fields that were rendered after the others were restored. */
function fillEmpty(page: ParentNode, skip: (form: HTMLFormElement) => boolean, input: FormInput): void {
  for (const field of fieldsOf(page, skip)) {
    const value = input.get(keyOf(field))
    if (typeof value === 'string' && field.value === '') field.value = value
  }
}

function clickWhenHydrated(radio: HTMLInputElement, afterClick: () => void): void {
  const host = radio.closest('[data-island]')
  const clickRadio = () => {
    radio.click()
    setTimeout(afterClick)
  }
  if (!host || host.hasAttribute('data-ready')) {
    clickRadio()
    return
  }
  const observer = new MutationObserver(() => {
    observer.disconnect()
    clickRadio()
  })
  observer.observe(host, { attributeFilter: ['data-ready'] })
}
