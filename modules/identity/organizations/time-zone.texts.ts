import { texts } from '../../../platform/texts.ts'

export const timeZoneTexts = texts({
  title: ['Time zone', 'Zona horaria'],
  label: ['Time zone of the organization', 'Zona horaria de la organización'],
  hint: [
    'Receipts, invoices, deadlines and new certificates show dates in this time zone.',
    'Los recibos, las facturas, los plazos y los certificados nuevos muestran las fechas en esta zona horaria.',
  ],
  kept: [
    "Certificates you've already issued keep their dates. So do people's own time zones.",
    'Los certificados ya emitidos conservan sus fechas. Las zonas horarias de las personas tampoco cambian.',
  ],
  save: ['Save', 'Guardar'],
  saving: ['Saving…', 'Guardando…'],
  saved: ['The time zone was saved.', 'Se guardó la zona horaria.'],
  choose: ['Choose a time zone.', 'Elija una zona horaria.'],
})
