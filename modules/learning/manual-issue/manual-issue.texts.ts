import { texts } from '#platform/texts.ts'

export const manualIssueTexts = texts({
  title: ['Issue a certificate', 'Emitir un certificado'],
  lead: [
    'Use this when a passed course has no certificate. The student gets it by email.',
    'Úselo cuando un curso aprobado no tenga certificado. El estudiante lo recibe por correo electrónico.',
  ],
  second: [
    'This course is reported to an agency, so a second person must approve it.',
    'Este curso se informa a una agencia, así que una segunda persona debe aprobarlo.',
  ],
  reason: ['Reason', 'Motivo'],
  reasonMissing: ['Enter reason', 'Escriba el motivo'],
  issue: ['Issue certificate', 'Emitir certificado'],
  ask: ['Request certificate', 'Solicitar certificado'],
  issued: ['Certificate issued.', 'Certificado emitido.'],
  asked: [
    'Certificate requested. A second person must approve it.',
    'Certificado solicitado. Otra persona debe aprobarlo.',
  ],
  waits: ['Waiting for approval', 'Pendiente de aprobación'],
  askedBy: ['Requested by', 'Solicitado por'],
  askedAt: ['Requested', 'Solicitado'],
  approve: ['Approve and issue', 'Aprobar y emitir'],
  decline: ['Decline', 'Rechazar'],
  withdraw: ['Withdraw request', 'Retirar solicitud'],
  declined: ['Request declined.', 'Solicitud rechazada.'],
  withdrawn: ['Request withdrawn.', 'Solicitud retirada.'],
  notNeeded: [
    "You can't issue a certificate for this course. The student must have passed it, it must come with a certificate, and there must be none yet.",
    'No se puede emitir un certificado para este curso. El estudiante debe haberlo aprobado, el curso debe incluir un certificado y no debe haberse emitido ninguno.',
  ],
  busy: ['Sending…', 'Enviando…'],
  bell: [
    'A certificate is waiting for your approval: {course_name}.',
    'Un certificado espera su aprobación: {course_name}.',
  ],
})
