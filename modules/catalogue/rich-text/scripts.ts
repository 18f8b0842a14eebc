const table = (plain: string, scriptForms: string): ReadonlyMap<string, string> => {
  const chars = [...scriptForms]
  return new Map([...plain].map((char, index) => [char, chars[index]!]))
}
const superscripts = table('0123456789+-=()n', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ')
const subscripts = table('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎')

export type Script = 'superscript' | 'subscript'

/** Superscript or subscript text without markup: 10³; null if its characters have no such form. */
export function scriptChars(text: string, script: Script): string | null {
  const letters = script === 'superscript' ? superscripts : subscripts
  const chars = [...text].map((char) => letters.get(char))
  return chars.includes(undefined) ? null : chars.join('')
}

/** The same for any text: `^(…)` or `_(…)` if its characters have no such form. */
export function plainScript(text: string, script: Script): string {
  if (text.trim() === '') return text
  const sign = script === 'superscript' ? '^' : '_'
  return scriptChars(text, script) ?? ([...text].length === 1 ? `${sign}${text}` : `${sign}(${text})`)
}
