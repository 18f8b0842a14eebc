import { texts } from '../../../platform/texts.ts'
import { Empty } from '../../../platform/ui/empty.tsx'
import { island } from '../../../platform/ui/island.tsx'
import { useTexts } from '../../../platform/ui/locale.tsx'

const words = texts({
  none: ['No support tickets.', 'No hay solicitudes de soporte.'],
  noneText: [
    'Questions to support and their answers will appear here.',
    'Aquí aparecerán las preguntas a soporte y sus respuestas.',
  ],
})

/** The questions to support, of which there are none yet. */
export default island('identity/tickets-tab', { when: 'visible' }, TicketsTab)

function TicketsTab() {
  const t = useTexts(words)
  return <Empty title={t('none')}>{t('noneText')}</Empty>
}
