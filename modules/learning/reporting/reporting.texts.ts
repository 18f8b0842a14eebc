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
  title: ['Report to the agency', 'Informe a la agencia'],
  agency: ['Agency', 'Agencia'],
  state: ['State', 'Estado'],
  due: ['Due by', 'Fecha límite'],
  acceptedOn: ['Accepted', 'Aceptado'],
  receipt: ['Number of the agency', 'Número de la agencia'],
  code: ['Code', 'Código'],
  words: ['Message of the agency', 'Mensaje de la agencia'],
  mending: ['What must be corrected', 'Qué hay que corregir'],
  license: ['Corrected driver license number', 'Número de licencia de conducir corregido'],
  licenseHint: [
    'Empty: the report goes out with what is on file now.',
    'Vacío: el informe sale con los datos que constan ahora.',
  ],
  again: ['Report again', 'Informar de nuevo'],
  sending: ['Sending …', 'Enviando …'],
  correctFirst: [
    'Correct it in your account first, then report again.',
    'Primero corríjalo en su cuenta y después informe de nuevo.',
  ],
  account: ['Open your account', 'Abrir su cuenta'],
  student: ['Student', 'Estudiante'],
  resubmitted: ['The report is being sent again.', 'El informe se está enviando de nuevo.'],
})
