import { texts } from '#platform/texts.ts'

export const calendarTexts = texts({
  title: ['Deadlines', 'Fechas límite'],
  titleOf: ['Deadlines: {month}', 'Fechas límite: {month}'],
  lead: [
    'The last day for each report that an agency has not accepted yet.',
    'El último día para cada informe que una agencia todavía no aceptó.',
  ],
  reports: ['Completion Reports', 'Informes de finalización'],
  before: ['Previous month', 'Mes anterior'],
  after: ['Next month', 'Mes siguiente'],
  none: ['No deadlines this month.', 'No hay fechas límite este mes.'],
  late: [
    '{count, plural, one {{count} report is past its deadline.} other {{count} reports are past their deadline.}}',
    '{count, plural, one {{count} informe ya pasó su fecha límite.} other {{count} informes ya pasaron su fecha límite.}}',
  ],
  open: [
    '{count, plural, one {{count} report} other {{count} reports}}',
    '{count, plural, one {{count} informe} other {{count} informes}}',
  ],
  rejected: [
    '{count, plural, one {{count} to correct} other {{count} to correct}}',
    '{count, plural, one {{count} por corregir} other {{count} por corregir}}',
  ],
})
