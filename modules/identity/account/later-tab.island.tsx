import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState } from '../../../platform/ui/parts.tsx'
import { listTexts } from './lists.texts.ts'

/** A tab of which nothing is kept yet: says so, and what will stand here. */
export default island('identity/later-tab', { when: 'visible' }, LaterTab)

function LaterTab(_: { tab: 'tickets' }) {
  const t = useTexts(listTexts)
  return <EmptyState title={t('noTickets')}>{t('noTicketsText')}</EmptyState>
}
