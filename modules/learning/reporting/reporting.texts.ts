import { texts } from '../../../platform/texts.ts'

export const reportingTexts = texts({
  pending: ['Reporting pending', 'Informe pendiente'],
  pendingLong: [
    'Your completion is being reported to: {agency}.',
    'Se está informando de que terminó el curso a: {agency}.',
  ],
  accepted: ['Reported', 'Informado'],
  acceptedLong: ['Your completion was reported to: {agency}.', 'Se informó de que terminó el curso a: {agency}.'],
  rejected: ['Reporting error', 'Error del informe'],
  rejectedLong: [
    'Your completion could not be reported to: {agency}. {mend}',
    'No se pudo informar de que terminó el curso a: {agency}. {mend}',
  ],
  resubmitted: ['The report is being sent again.', 'El informe se está enviando de nuevo.'],
})
