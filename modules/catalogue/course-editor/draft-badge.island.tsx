import { useAtomValue } from 'jotai'
import { Badge } from '#platform/ui/badge.tsx'
import { island } from '#platform/ui/island.tsx'
import { useTexts } from '#platform/ui/locale.tsx'
import { shared } from '#platform/ui/shared.tsx'
import { autosave } from './autosave.shared.ts'
import { courseEditorTexts } from './course-editor.texts.ts'

/** Shows beside the course's name that it has a draft, starting with the first saved change in the editor below. */
export default island('catalogue/draft-badge', { when: 'follow', shares: shared() }, DraftBadge)

function DraftBadge({ draft }: { draft: boolean }) {
  const t = useTexts(courseEditorTexts)
  const { hasDraft } = useAtomValue(autosave)
  return (draft || hasDraft) && <Badge tone="orange">{t('draft')}</Badge>
}
