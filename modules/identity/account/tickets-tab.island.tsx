import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'
import { EmptyState } from '../../../platform/ui/parts.tsx'
import { listTexts } from './lists.texts.ts'

/** The questions to support, of which there are none yet. */
export default island('identity/tickets-tab', { when: 'visible' }, TicketsTab)

function TicketsTab() {
  const t = useTexts(listTexts)
  return <EmptyState title={t('noTickets')}>{t('noTicketsText')}</EmptyState>
}
