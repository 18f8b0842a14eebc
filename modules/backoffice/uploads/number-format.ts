/** The maximum length of a number format in spreadsheet programs. */
const maxLength = 255

/** Whether a number format shows a day or a year, outside its literal texts and conditions. */
export const showsDay = (code: string): boolean =>
  code.length <= maxLength && /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/**
 * Formats a whole number, if the format has digit placeholders: `00000` keeps the zeros of a ZIP code, and `(###)
 * ###-####` groups a phone number. Null for other formats, which don't affect the digits of an upload.
 */
export function formatWhole(code: string, number: number): string | null {
  if (code.length > maxLength || !Number.isSafeInteger(number) || number < 0) return null
  const section = sectionFor(code, number)
  const parts = section === null ? null : partsOf(section)
  if (!parts?.some(({ digit }) => digit !== null)) return null
  let remaining = String(number)
  let text = ''
  const first = parts.findIndex(({ digit }) => digit !== null)
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const { digit, literal } = parts[index]!
    if (digit === null) text = literal + text
    else {
      // The first placeholder takes all remaining digits.
      const digits = index === first ? remaining : remaining.slice(-1)
      remaining = remaining.slice(0, remaining.length - digits.length)
      text = (digits || (digit === '0' ? '0' : '')) + text
    }
  }
  return text
}

/** The section of a format for a number: the first whose condition holds, or the one for non-negative numbers. */
function sectionFor(code: string, number: number): string | null {
  const sections = code.split(';')
  for (const section of sections) {
    const [all, sign, limit] = /\[(<=|>=|<>|<|>|=)(\d{1,20})\]/.exec(section) ?? []
    if (!all) return section
    if (isTrue(number, sign!, Number(limit))) return section.replace(all, '')
  }
  return null
}

function isTrue(number: number, sign: string, limit: number): boolean {
  if (sign === '<>') return number !== limit
  return (
    (sign.includes('=') && number === limit) ||
    (number < limit ? sign.includes('<') : number > limit && sign.includes('>'))
  )
}

type Part = { digit: '0' | '#' | null; literal: string }

/** Digit placeholders and the characters between them; null if the format calculates or shows something else. */
function partsOf(section: string): Part[] | null {
  const parts: Part[] = []
  const literal = (text: string) => parts.push({ digit: null, literal: text })
  for (const [token] of section.matchAll(/"[^"]*"|\[[^\]]*\]|[\\_*]?./g)) {
    if (token === '0' || token === '#') parts.push({ digit: token, literal: '' })
    else if (/^[ ()+/-]$/.test(token)) literal(token)
    else if (token.startsWith('"')) literal(token.slice(1, -1))
    else if (token.startsWith('\\')) literal(token.slice(1))
    // Colors, languages, spacing and fill characters.
    else if (!/^\[|^[_*]/.test(token)) return null
  }
  return parts
}
