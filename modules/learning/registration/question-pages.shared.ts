type Placed = {
  question_id: number
  type: string
  branches: boolean
  configuration: { timer: { active: boolean } }
}

const most = 8

/**
 * The questions asked now, page by page, in their order. A page ends with a question whose answer decides what is asked
 * next; a timed question has its own page, and a page takes one document.
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
  page.length < most && !configuration.timer.active && !(type === 'upload' && page.some((other) => other.type === type))
