import { texts } from '#platform/texts.ts'

export const calendarTexts = texts({
  title: ['Deadlines', 'Fechas límite'],
  titleOf: ['Deadlines: {month}', 'Fechas límite: {month}'],
  lead: [
    'The last day for each report that an agency has not accepted yet, and for each certificate that a state requires within a set time.',
    'El último día para cada informe que una agencia todavía no aceptó y para cada certificado que un estado exige dentro de un plazo.',
  ],
  reports: ['Completion Reports', 'Informes de finalización'],
  before: ['Previous month', 'Mes anterior'],
  after: ['Next month', 'Mes siguiente'],
  none: ['No deadlines this month.', 'No hay fechas límite este mes.'],
  next: ['The next deadline is {day}.', 'La próxima fecha límite es el {day}.'],
  noNext: ['There are no upcoming deadlines.', 'No hay próximas fechas límite.'],
  late: [
    '{count, plural, one {{count} report is past its deadline.} other {{count} reports are past their deadline.}}',
    '{count, plural, one {{count} informe ya pasó su fecha límite.} other {{count} informes ya pasaron su fecha límite.}}',
  ],
  lateCertificates: [
    '{count, plural, one {{count} certificate is past its deadline.} other {{count} certificates are past their deadline.}}',
    '{count, plural, one {{count} certificado ya pasó su fecha límite.} other {{count} certificados ya pasaron su fecha límite.}}',
  ],
  certificates: [
    '{count, plural, one {{count} certificate} other {{count} certificates}}',
    '{count, plural, one {{count} certificado} other {{count} certificados}}',
  ],
  subscribe: ['Add deadlines to your calendar', 'Agregue las fechas límite a su calendario'],
  subscribeHint: [
    'Subscribe to this private address in Google Calendar, Outlook or Apple Calendar. It shows how many reports and certificates are due, without student names. Anyone with this address can see the deadlines, so don’t share it.',
    'Suscríbase a esta dirección privada en Google Calendar, Outlook o el calendario de Apple. Muestra cuántos informes y certificados están pendientes, sin nombres de estudiantes. Cualquier persona que la tenga puede ver las fechas límite, así que no la comparta.',
  ],
  address: ['Private address', 'Dirección privada'],
  create: ['Create address', 'Crear dirección'],
  renew: ['Create a new address', 'Crear otra dirección'],
  end: ['Turn off address', 'Desactivar la dirección'],
  endAsk: [
    'Calendars that use this address will no longer show your deadlines.',
    'Los calendarios que usan esta dirección dejarán de mostrar sus fechas límite.',
  ],
  renewAsk: [
    'Your earlier address will stop working. Add the new one to your calendars.',
    'Su dirección anterior dejará de funcionar. Agregue la nueva a sus calendarios.',
  ],
  hidden: [
    'Your address can’t be shown again. Create a new one.',
    'Su dirección no se puede volver a mostrar. Cree otra.',
  ],
  linkMade: [
    'Your private calendar address is ready. If you had an earlier address, it no longer works.',
    'Su dirección privada de calendario está lista. Si tenía una dirección anterior, ya no funciona.',
  ],
  linkEnded: ['Your calendar address no longer works.', 'Su dirección de calendario ya no funciona.'],
  open: [
    '{count, plural, one {{count} report} other {{count} reports}}',
    '{count, plural, one {{count} informe} other {{count} informes}}',
  ],
  rejected: [
    '{count, plural, one {{count} to correct} other {{count} to correct}}',
    '{count, plural, one {{count} por corregir} other {{count} por corregir}}',
  ],
})
