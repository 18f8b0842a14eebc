/** The sections of an organization's home page, in order; `refund` appears beside the price of each course. */
export const homeSections = [
  'hero',
  'picker',
  'numbers',
  'approval',
  'courses',
  'steps',
  'faq',
  'contact',
  'refund',
] as const
export type HomeSectionName = (typeof homeSections)[number]

/** Sections with a text of their own below the title. */
export const sectionsWithBody: ReadonlySet<HomeSectionName> = new Set(['hero', 'approval', 'faq', 'contact', 'refund'])
/** Sections without a title. */
export const sectionsWithoutTitle: ReadonlySet<HomeSectionName> = new Set(['numbers', 'refund'])
/** Sections with a picture. */
export const sectionsWithPicture: ReadonlySet<HomeSectionName> = new Set(['hero', 'contact'])

export type HomeQuestion = { question: string; answer: string }

/** The blocks of a text, separated by empty lines; the first line of each is the question. */
export function readQuestions(body: string): HomeQuestion[] {
  return body
    .split(/(?:\r?\n\s*){2,}/)
    .map((block) => block.trim().split(/\r?\n/))
    .map(([question = '', ...answer]) => ({ question: question.trim(), answer: answer.join('\n').trim() }))
    .filter(({ question, answer }) => question !== '' && answer !== '')
}
