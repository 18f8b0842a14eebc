type PagedQuestion = {
  question_id: number
  type: string
  branches: boolean
  configuration: { timer: { active: boolean } }
}

const maxPerPage = 8

/**
 * Groups the current questions into pages. A page ends with a question whose answer determines the next ones; a timed
 * question has its own page, and a page has at most one upload.
 */
export function questionPages<Q extends PagedQuestion>(questions: readonly Q[]): Q[][] {
  const pages: Q[][] = []
  let isOpen = false
  for (const question of questions) {
    const page = isOpen ? pages.at(-1) : undefined
    if (page && isFitting(page, question)) page.push(question)
    else pages.push([question])
    isOpen = !question.branches && !question.configuration.timer.active
  }
  return pages
}

const isFitting = (page: readonly PagedQuestion[], { type, configuration }: PagedQuestion): boolean =>
  page.length < maxPerPage &&
  !configuration.timer.active &&
  !(type === 'upload' && page.some((other) => other.type === type))
