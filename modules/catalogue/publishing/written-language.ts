import { courseLanguage } from '#modules/catalogue/lookups.shared.ts'

/** The two languages of courses (lk_course_language). */
export type CourseLanguage = 'en' | 'es'

export const courseLanguageOf = (lk_language_id: number): CourseLanguage =>
  lk_language_id === courseLanguage.Spanish ? 'es' : 'en'

// Words that occur in sentences of only one of the languages.
const english = new Set(
  'the an and or of to in is are was you your it that this with for on at from by not if when as can do have will must should they their there what which who how than'.split(
    ' ',
  ),
)
const spanish = new Set(
  'el la los las un una y o de del al en es son ser que se su sus lo con para por si cuando como puede tiene debe más qué cuál usted este esta ese está están le les sin sobre entre también'.split(
    ' ',
  ),
)

/** Minimum word count that marks a sentence rather than a name or a quoted word. */
const minWords = 3

/**
 * The language of a text, or null if it has too few words to tell. Correct for all of the product's texts and the demo
 * courses (about 10,000 in each language); mostly undecided below 30 characters.
 */
export function writtenLanguage(text: string): CourseLanguage | null {
  let [en, es] = [0, 0]
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (english.has(word)) en++
    else if (spanish.has(word)) es++
  }
  if (en >= minWords && en >= 3 * es) return 'en'
  return es >= minWords && es >= 3 * en ? 'es' : null
}
