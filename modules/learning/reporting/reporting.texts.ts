import { texts } from '../../../platform/texts.ts'

export const reportingTexts = texts({
  pending: ['Reporting pending', 'Informe pendiente'],
  pendingLong: [
    'We are reporting your completion to: {agency}.',
    'Estamos informando a esta agencia que usted terminó el curso: {agency}.',
  ],
  accepted: ['Reported', 'Informe aceptado'],
  acceptedLong: [
    'We reported your completion to: {agency}.',
    'Informamos a esta agencia que usted terminó el curso: {agency}.',
  ],
  rejected: ['Reporting error', 'Error en el informe'],
  rejectedLong: [
    "We couldn't report your completion to: {agency}. {mend}",
    'No pudimos informar a esta agencia que usted terminó el curso: {agency}. {mend}',
  ],
  title: ['Report to the agency', 'Informe a la agencia'],
  agency: ['Agency', 'Agencia'],
  state: ['State', 'Estado'],
  due: ['Due by', 'Fecha límite'],
  acceptedOn: ['Accepted', 'Aceptado'],
  receipt: ['Agency number', 'Número de la agencia'],
  code: ['Code', 'Código'],
  words: ['Agency message', 'Mensaje de la agencia'],
  mending: ['What to correct', 'Qué hay que corregir'],
  license: ['Corrected driver license number', 'Número de licencia de conducir corregido'],
  licenseHint: [
    'Leave empty to send the report with the number on file.',
    'Déjelo vacío para enviar el informe con el número registrado.',
  ],
  again: ['Report again', 'Reenviar el informe'],
  sending: ['Sending …', 'Enviando…'],
  correctFirst: [
    'Correct it in your account first. Then report again.',
    'Primero corríjalo en su cuenta. Después, reenvíe el informe.',
  ],
  account: ['Open your account', 'Abrir su cuenta'],
  student: ['Student', 'Estudiante'],
  resubmitted: ['The report is being sent again.', 'El informe se está enviando de nuevo.'],
})
