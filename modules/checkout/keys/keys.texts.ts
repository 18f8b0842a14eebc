import { texts } from '#platform/texts.ts'

export const keyTexts = texts({
  title: ['Authorization Keys', 'Claves de autorización'],
  empty: [
    'No authorization keys yet. Create keys to let students open a course without paying.',
    'Todavía no hay claves de autorización. Cree claves para que los estudiantes abran un curso sin pagar.',
  ],
  exportAll: ['Export All To Excel', 'Exportar todo a Excel'],
  id: ['Key ID', 'ID de clave'],
  code: ['Code', 'Código'],
  status: ['Status', 'Estado'],
  organization: ['Organization', 'Organización'],
  course: ['Course', 'Curso'],
  redeemedBy: ['Redeemed By', 'Canjeada por'],
  redeemedAt: ['Redeemed At', 'Canjeada el'],
  createdAt: ['Created At', 'Creada el'],
  createdBy: ['Created By', 'Creada por'],
  batch: ['Batch', 'Lote'],
  note: ['Note', 'Nota'],
  view: ['View Details', 'Ver detalles'],
  viewStudent: ['View Student Details', 'Ver datos del estudiante'],
  back: ['Back to authorization keys', 'Volver a las claves de autorización'],

  create: ['Create Keys', 'Crear claves'],
  creating: ['Creating', 'Creando'],
  createLead: [
    'Each key opens the course once. You can see its code only now. No one can see it later.',
    'Cada clave abre el curso una vez. El código solo se puede ver ahora. Después nadie podrá verlo.',
  ],
  courseHint: ['As offered on one of its websites.', 'Tal como se ofrece en uno de sus sitios web.'],
  holder: ['Organization that receives the keys', 'Organización que recibe las claves'],
  holderHint: [
    'Its students can redeem the keys. It must offer the course on one of its websites.',
    'Sus estudiantes podrán canjear las claves. Debe ofrecer el curso en uno de sus sitios web.',
  ],
  sameHolder: ['The organization that offers the course', 'La organización que ofrece el curso'],
  count: ['Number of keys', 'Cantidad de claves'],
  countHint: ['1 to 1,000', 'De 1 a 1,000'],
  noteHint: [
    'For staff, such as who ordered them or the invoice number.',
    'Para el personal, por ejemplo quién las pidió o el número de factura.',
  ],
  created: ['Successfully created keys.', 'Las claves se crearon correctamente.'],
  createFailed: ['Failed to create keys: {message}', 'No se pudieron crear las claves: {message}'],

  codes: ['New keys', 'Claves nuevas'],
  codesLead: [
    '{count, plural, one {{count} key for {course}. It belongs} other {{count} keys for {course}. They belong}} to {organization}.',
    '{count, plural, one {{count} clave para {course}. Pertenece} other {{count} claves para {course}. Pertenecen}} a {organization}.',
  ],
  codesOnce: [
    'Only you can see these codes, for up to a day. You can download the file once. After that, the codes are no longer shown here.',
    'Solo usted puede ver estos códigos, durante un día como máximo. Puede descargar el archivo una vez. Después, los códigos ya no se mostrarán aquí.',
  ],
  codesGone: [
    'These codes can no longer be shown. They were downloaded, or more than a day has passed.',
    'Estos códigos ya no se pueden mostrar. Se descargaron o pasó más de un día.',
  ],
  codesPage: ['View codes on a separate page', 'Ver los códigos en otra página'],
  download: ['Download codes', 'Descargar códigos'],

  assign: ['Assign Keys', 'Asignar claves'],
  assigning: ['Assigning', 'Asignando'],
  assignLead: [
    'Only students of the organization that owns a key can redeem it. You can assign only active keys.',
    'Solo los estudiantes de la organización que tiene una clave pueden canjearla. Solo puede asignar claves activas.',
  ],
  chosenKey: [
    'Key {code} for {course}. It belongs to {organization}.',
    'Clave {code} para {course}. Pertenece a {organization}.',
  ],
  whichBatch: ['Which keys to assign', 'Qué claves asignar'],
  batchChoice: [
    '{course} · {organization} · {count} active · batch {batch}',
    '{course} · {organization} · {count, plural, one {{count} activa} other {{count} activas}} · lote {batch}',
  ],
  noKeys: ['There are no active keys to assign.', 'No hay claves activas para asignar.'],
  to: ['Assign to', 'Asignar a'],
  assigned: ['Successfully assigned keys.', 'Las claves se asignaron correctamente.'],
  assignFailed: ['Failed to assign keys: {message}', 'No se pudieron asignar las claves: {message}'],

  revoke: ['Revoke key', 'Revocar clave'],
  revoking: ['Revoking', 'Revocando'],
  revokeLead: [
    "A revoked key can't be redeemed. You can't undo this.",
    'Una clave revocada no se puede canjear. Esto no se puede deshacer.',
  ],
  reason: ['Reason', 'Motivo'],
  reasonMissing: ['Enter a reason.', 'Escriba un motivo.'],
  revokeBatch: ['Revoke all keys in this file', 'Revocar todas las claves de este archivo'],
  revokeBatchLead: [
    "Use this if the file of codes was lost. Keys that haven't been redeemed will stop working. You can't undo this.",
    'Úselo si se perdió el archivo de códigos. Las claves sin canjear dejan de funcionar. No se puede deshacer.',
  ],
  batchRevoked: ['Revoked keys: {count}.', 'Claves revocadas: {count}.'],
  revoked: ['The key was revoked.', 'Se revocó la clave.'],
  revokedAt: ['Revoked At', 'Revocada el'],
  revokedBy: ['Revoked By', 'Revocada por'],
})
