type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What someone has typed or ticked on a page, by field. It lives in the page alone: passwords and cards are in it. */
export type Typed = ReadonlyMap<string, string | boolean>

const unseen = ['hidden', 'submit', 'button', 'file']
const isField = (control: Element): control is Field =>
  (control instanceof HTMLInputElement && !unseen.includes(control.type)) ||
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement
const isBox = (field: Field): field is HTMLInputElement => ['checkbox', 'radio'].includes(field.type)

/**
 * The fields of a card have no name, so that no form sends them. What is said of something (`data-of` around it), as an
 * agreement is, is not said of anything else.
 */
const keyOf = (field: Field): string => {
  const of = field.closest<HTMLElement>('[data-of]')?.dataset.of ?? ''
  const form = field.getAttribute('form') ?? ''
  return JSON.stringify([field.name, form, field.dataset.card ?? '', isBox(field) ? field.value : '', of])
}

/** The fields of a page that someone fills in: not those of the forms that `skip` names, which show what the server says. */
function fieldsOf(page: ParentNode, skip: (form: HTMLFormElement) => boolean): Field[] {
  const all = [...page.querySelectorAll('input, select, textarea')].filter(isField)
  return all.filter(({ form }) => form && !skip(form))
}

export function takeTyped(page: ParentNode, skip: (form: HTMLFormElement) => boolean): Typed {
  return new Map(fieldsOf(page, skip).map((field) => [keyOf(field), isBox(field) ? field.checked : field.value]))
}

/**
 * Puts everything back into the fields of the same names. Choices among several are pressed as a person would, once the
 * island around them is live: what follows from them is drawn then.
 */
export function putBack(page: ParentNode, skip: (form: HTMLFormElement) => boolean, typed: Typed): void {
  for (const field of fieldsOf(page, skip)) {
    const was = typed.get(keyOf(field))
    if (typeof was === 'string') field.value = was
    else if (was === undefined || !isBox(field)) continue
    else if (field.type === 'checkbox') field.checked = was
    else if (was && !field.checked) pressOnceLive(field, () => fillEmpty(page, skip, typed))
  }
}

/** What was drawn after the rest was put back. */
function fillEmpty(page: ParentNode, skip: (form: HTMLFormElement) => boolean, typed: Typed): void {
  for (const field of fieldsOf(page, skip)) {
    const was = typed.get(keyOf(field))
    if (typeof was === 'string' && field.value === '') field.value = was
  }
}

function pressOnceLive(radio: HTMLInputElement, then: () => void): void {
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
