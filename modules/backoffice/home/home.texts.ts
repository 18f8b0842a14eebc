import { texts } from '#platform/texts.ts'

export const homeTexts = texts({
  title: ['Home', 'Inicio'],
  lead: ['What needs your attention today.', 'Lo que tiene pendiente hoy.'],
  what: ['To do', 'Pendiente'],
  count: ['Count', 'Cantidad'],
  more: ['more than {n}', 'más de {n}'],
  none: ['Nothing is waiting', 'No hay nada pendiente'],
  noneLead: [
    'Submissions, refunds, reports, certificates and tickets that need your attention will appear here.',
    'Aquí aparecerán las entregas, los reembolsos, los informes, los certificados y las solicitudes que requieran su atención.',
  ],
  tiles: ['Numbers', 'Indicadores'],
  submissions: ['Submissions to review', 'Entregas por revisar'],
  advances: ['Student advances waiting for your approval', 'Adelantos de estudiantes que esperan su aprobación'],
  refunds: ['Refunds and voids waiting for approval', 'Reembolsos y anulaciones pendientes de aprobación'],
  held: ['Payments held for review', 'Pagos retenidos para revisión'],
  discrepancies: ['Gateway discrepancies', 'Discrepancias con una pasarela'],
  chargebacks: ['Chargebacks to decide', 'Contracargos por decidir'],
  reports: ['Completion reports rejected by an agency', 'Informes de finalización que rechazó una agencia'],
  ship: ['Certificates to mail', 'Certificados por enviar por correo postal'],
  tickets: ['New support tickets', 'Solicitudes de soporte nuevas'],
  waitingNumbers: ['Certificates waiting for a number', 'Certificados que esperan un número'],
  numbers: ['Certificate numbers left', 'Números de certificado disponibles'],
  invoices: ['Invoices to pay', 'Facturas por pagar'],
})
