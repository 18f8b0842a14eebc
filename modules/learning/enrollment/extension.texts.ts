import { texts } from '#platform/texts.ts'

export const extensionTexts = texts({
  title: ['Extend course', 'Ampliar el plazo del curso'],
  lead: [
    'Give the student more time to finish. An expired course opens again with its progress. The student gets an email.',
    'Dele al estudiante más tiempo para terminar. Un curso vencido se vuelve a abrir y conserva su progreso. El estudiante recibe un correo electrónico.',
  ],
  ends: ['Finish by', 'Fecha límite'],
  noEnd: ['No end date', 'Sin fecha límite'],
  latest: ['Agency deadline', 'Fecha límite de la agencia'],
  days: ['Days to add', 'Días por agregar'],
  daysHint: ['1 to 90 days', 'De 1 a 90 días'],
  reason: ['Reason (staff only)', 'Motivo (solo para el personal)'],
  reasonMissing: ['Enter reason', 'Escriba el motivo'],
  extend: ['Extend course', 'Ampliar plazo'],
  busy: ['Extending…', 'Ampliando…'],
  extended: ['Course extended to {date}.', 'El plazo del curso se amplió hasta el {date}.'],
  notOffered: [
    "This course can't be extended. It is complete, unpaid or canceled, or it has no end date.",
    'No se puede ampliar el plazo de este curso: está terminado, sin pagar o cancelado, o no tiene fecha límite.',
  ],
  history: ['Earlier extensions', 'Ampliaciones anteriores'],
  by: ['Extended by', 'Ampliado por'],
  on: ['Date', 'Fecha'],
  before: ['Before', 'Antes'],
  after: ['After', 'Después'],
})
