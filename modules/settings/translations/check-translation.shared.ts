import { composed } from '#platform/composed.shared.ts'
import { pluralsOf, usualPluralForms } from '#platform/plurals.ts'
import { type Text, texts } from '#platform/texts.ts'

const translationFaults = texts({
  empty: ['Write the text, or delete the translation.', 'Escriba el texto o elimine la traducción.'],
  placeholders: ['Keep exactly these placeholders: {places}.', 'Conserve exactamente estos marcadores: {places}.'],
  noPlaceholders: ['This text has no placeholders. Remove them.', 'Este texto no tiene marcadores. Quítelos.'],
  plurals: [
    "We couldn't read the plural forms. Write them like this: {example}.",
    'No pudimos leer las formas del plural. Escríbalas así: {example}.',
  ],
  pluralForms: [
    'Give {place} exactly these plural forms: {forms}.',
    'Escriba para {place} exactamente estas formas del plural: {forms}.',
  ],
  markup: [
    'Write plain text, without HTML tags or web addresses that run scripts.',
    'Escriba texto sin etiquetas HTML ni direcciones que ejecuten código.',
  ],
  lines: ['Write this text on one line.', 'Escriba este texto en una sola línea.'],
  tooLong: ['Shorten this text to {most} characters.', 'Acorte este texto a {most} caracteres.'],
})

export type TranslationFault = { text: Text; params: Record<string, string | number> }

/** The `{name}` placeholders of a text, sorted, with duplicates, including those of plurals. */
function listPlaceholders(text: string): string[] {
  const plurals = pluralsOf(text) ?? []
  return [...(text.match(/\{\w+\}/g) ?? []), ...plurals.map(({ name }) => `{${name}}`)].toSorted()
}

/** The maximum length of a translation. Languages differ in length, but the text must still fit the page. */
export const maxTranslationLength = (english: string): number => Math.min(5_000, Math.max(80, english.length * 3))

/** Finds the error of a translation of an English text; null if it is valid. Translations are plain text. */
export function findTranslationFault(english: string, text: string, language: string): TranslationFault | null {
  if (text === '') return { text: translationFaults.empty, params: {} }
  const pluralFault = findPluralFault(text, language)
  if (pluralFault) return pluralFault
  const placeholders = [...new Set(listPlaceholders(english))]
  if (placeholders.join() !== [...new Set(listPlaceholders(text))].join()) {
    return placeholders.length === 0
      ? { text: translationFaults.noPlaceholders, params: {} }
      : { text: translationFaults.placeholders, params: { places: placeholders.join(', ') } }
  }
  if (/<\s*[a-z!/?]|&#?\w+;|javascript:/i.test(text)) return { text: translationFaults.markup, params: {} }
  if (!english.includes('\n') && /[\r\n\u2028\u2029]/.test(text)) return { text: translationFaults.lines, params: {} }
  const max = maxTranslationLength(english)
  return text.length > max ? { text: translationFaults.tooLong, params: { most: max } } : null
}

/** Finds a plural that does not have exactly the language's forms for whole numbers, which include `other`. */
function findPluralFault(text: string, language: string): TranslationFault | null {
  const forms = usualPluralForms(language)
  const example = `{n, plural, ${forms.map((form) => `${form} {{n} …}`).join(' ')}}`
  const plurals = pluralsOf(text)
  if (!plurals || (plurals.length === 0 && /,\s*plural\s*,/.test(text))) {
    return { text: translationFaults.plurals, params: { example } }
  }
  const faultyPlural = plurals.find((plural) => forms.toSorted().join() !== [...plural.forms.keys()].toSorted().join())
  return faultyPlural
    ? { text: translationFaults.pluralForms, params: { place: `{${faultyPlural.name}}`, forms: forms.join(', ') } }
    : null
}

/** Normalizes a translation and removes invisible characters that change how a text reads. */
export const cleanTranslation = (text: string): string =>
  composed(text)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .trim()
