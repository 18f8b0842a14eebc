import { texts } from '../../../platform/texts.ts'

export const keyTexts = texts({
  title: ['Authorization Keys', 'Claves de autorización'],
  empty: ['No authorization keys found.', 'No se encontraron claves de autorización.'],
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
  back: ['Back to the authorization keys', 'Volver a las claves de autorización'],

  create: ['Create Keys', 'Crear claves'],
  creating: ['Creating', 'Creando'],
  createLead: [
    'Each key opens the course once. Its code is told only now: afterwards nobody can read it.',
    'Cada clave abre el curso una vez. Su código solo se muestra ahora: después nadie puede leerlo.',
  ],
  courseHint: ['As one of its websites offers it.', 'Tal como lo ofrece uno de sus sitios web.'],
  holder: ['Organization that gets the keys', 'Organización que recibe las claves'],
  holderHint: [
    'Its students can redeem them. It must offer the course on one of its websites.',
    'Sus estudiantes pueden canjearlas. Debe ofrecer el curso en uno de sus sitios web.',
  ],
  sameHolder: ['The one that offers the course', 'La que ofrece el curso'],
  count: ['Number of keys', 'Número de claves'],
  countHint: ['1 to 1,000', 'De 1 a 1000'],
  noteHint: [
    'For staff: who ordered them, the number of the invoice.',
    'Para el personal: quién las pidió, el número de factura.',
  ],
  created: ['Successfully created keys.', 'Claves creadas correctamente.'],
  createFailed: ['Failed to create keys: {message}', 'No se pudieron crear las claves: {message}'],

  codes: ['New keys', 'Claves nuevas'],
  codesLead: [
    '{count} keys for {course}, held by {organization}.',
    '{count} claves para {course}, en poder de {organization}.',
  ],
  codesOnce: [
    'These codes are shown to you alone, for a day at most. The file can be downloaded once; then they are gone from here.',
    'Solo usted ve estos códigos, durante un día como máximo. El archivo se puede descargar una vez; después desaparecen de aquí.',
  ],
  codesGone: [
    'The codes were downloaded, or more than a day has passed: nobody can read them any more.',
    'Los códigos se descargaron o ha pasado más de un día: ya nadie puede leerlos.',
  ],
  codesPage: ['Open the codes as a page', 'Abrir los códigos como página'],
  download: ['Download the codes', 'Descargar los códigos'],

  assign: ['Assign Keys', 'Asignar claves'],
  assigning: ['Assigning', 'Asignando'],
  assignLead: [
    'Whoever holds a key decides whose students can redeem it. Only active keys can be assigned.',
    'Quien posee una clave decide qué estudiantes pueden canjearla. Solo se pueden asignar claves activas.',
  ],
  chosenKey: [
    'The key {code} for {course}, held by {organization}.',
    'La clave {code} para {course}, de {organization}.',
  ],
  whichBatch: ['From which keys', 'De qué claves'],
  batchChoice: [
    '{course} · {organization} · {count} active · batch {batch}',
    '{course} · {organization} · {count} activas · lote {batch}',
  ],
  noKeys: ['There are no active keys to assign.', 'No hay claves activas para asignar.'],
  to: ['Assign to', 'Asignar a'],
  assigned: ['Successfully assigned keys.', 'Claves asignadas correctamente.'],
  assignFailed: ['Failed to assign keys: {message}', 'No se pudieron asignar las claves: {message}'],

  revoke: ['Revoke the key', 'Revocar la clave'],
  revoking: ['Revoking', 'Revocando'],
  revokeLead: [
    'A revoked key can never be redeemed. This cannot be undone.',
    'Una clave revocada no se puede canjear nunca. Esto no se puede deshacer.',
  ],
  reason: ['Reason', 'Motivo'],
  reasonMissing: ['Please give a reason.', 'Indique un motivo.'],
  revoked: ['The key was revoked.', 'La clave se revocó.'],
  revokedAt: ['Revoked At', 'Revocada el'],
  revokedBy: ['Revoked By', 'Revocada por'],
})
