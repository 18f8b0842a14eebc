import { useState } from 'react'
import { searchForm } from '#platform/search-form.ts'
import type { EditedQuestion } from './edited-question.shared.ts'
import { keyOf } from './stable-keys.shared.ts'

/** A list with more questions than this is collapsed, and can be searched. */
const maxOpen = 10
const pageSize = 20

type Row = { question: EditedQuestion; index: number }

/** The visible questions of a long list, and the open ones among them. A short list shows and opens all. */
export function useQuestionRows(questions: readonly EditedQuestion[]) {
  const [openKeys, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const isLong = questions.length > maxOpen
  const words = searchForm(search).split(/\s+/).filter(Boolean)
  const matching = questions
    .map((question, index): Row => ({ question, index }))
    .filter(({ question }) => !isLong || words.every((word) => textOf(question).includes(word)))
  const last = Math.max(0, Math.ceil(matching.length / pageSize) - 1)
  const currentPage = Math.min(page, last)
  const rows = isLong ? matching.slice(currentPage * pageSize, (currentPage + 1) * pageSize) : matching
  const toggle = (key: number) =>
    setOpened((before) => new Set(before.has(key) ? [...before].filter((item) => item !== key) : [...before, key]))
  return {
    isLong,
    rows,
    search,
    isOpen: ({ question_id }: EditedQuestion) => !isLong || openKeys.has(keyOf(question_id)),
    toggle: ({ question_id }: EditedQuestion) => toggle(keyOf(question_id)),
    find: (text: string) => {
      setSearch(text)
      setPage(0)
    },
    /** Opens a question that was just added at the end. */
    openLast: ({ question_id }: EditedQuestion) => {
      setOpened((before) => new Set([...before, keyOf(question_id)]))
      setSearch('')
      setPage(Number.MAX_SAFE_INTEGER)
    },
    paging: {
      from: matching.length === 0 ? 0 : currentPage * pageSize + 1,
      to: currentPage * pageSize + rows.length,
      count: matching.length,
      previous: currentPage > 0 ? () => setPage(currentPage - 1) : null,
      next: currentPage < last ? () => setPage(currentPage + 1) : null,
    },
  }
}

/** The searchable text of a question: its title and its options. */
const textOf = ({ configuration: { title, options } }: EditedQuestion): string =>
  searchForm([title, ...options.map(({ text }) => text)].join(' '))
