import { submissionTexts } from '#modules/learning/submissions/submissions.texts.ts'
import type { GridData } from '#platform/grid/grid-data.ts'
import { GridPage } from '#platform/grid/grid-page.tsx'
import { pathTo } from '#platform/path-to.ts'
import { useTexts } from '#platform/ui/locale.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'

type List = 'quizzes' | 'documents'
export const listHref = (list: List): string => pathTo(`/manage/submissions/${list}`)

type Props = { list: List; data: GridData; waiting: Readonly<Record<List, number>> }

/** The two lists of submissions; each starts with those that wait for staff, and its tab shows their number. */
export function SubmissionLists({ list, data, waiting }: Props) {
  const t = useTexts(submissionTexts)
  const tabs = (['quizzes', 'documents'] as const).map((name) => ({
    href: listHref(name),
    label: waiting[name] > 0 ? `${t(name)} (${waiting[name]})` : t(name),
    current: name === list,
  }))
  return <GridPage data={data} above={<Tabs label={t('submissions')} tabs={tabs} />} />
}
