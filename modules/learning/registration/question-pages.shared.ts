type Placed = {
  question_id: number
  type: string
  branches: boolean
  configuration: { timer: { active: boolean } }
}

const max = 8

/**
 * The current questions, page by page. A page ends with a question whose answer decides the next ones; a timed question
 * has its own page, and a page has at most one document.
 */
export function questionPages<Q extends Placed>(questions: readonly Q[]): Q[][] {
  const pages: Q[][] = []
  let open = false
  for (const question of questions) {
    const page = open ? pages.at(-1) : undefined
    if (page && fits(page, question)) page.push(question)
    else pages.push([question])
    open = !question.branches && !question.configuration.timer.active
  }
  return pages
}

const fits = (page: readonly Placed[], { type, configuration }: Placed): boolean =>
  page.length < max && !configuration.timer.active && !(type === 'upload' && page.some((other) => other.type === type))
