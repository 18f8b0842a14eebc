import { texts } from '#platform/texts.ts'

/** One sentence for staff: what keeps a report from being accepted, and who must act. */
export const whatBlocksTexts = texts({
  nothing: ['Nothing is blocking this report: {agency} has it.', 'Nada bloquea este informe: {agency} ya lo tiene.'],
  numberMissing: [
    '{agency} has it, but the certificate is waiting for its number. Staff must enter the number that the agency assigned.',
    '{agency} ya lo tiene, pero al certificado le falta el número. El personal debe escribir el número que asignó la agencia.',
  ],
  studentCorrects: [
    'Blocked: {agency} refused it, and the student must correct it. {mend}',
    'Bloqueado: {agency} lo rechazó y el estudiante debe corregirlo. {mend}',
  ],
  staffCorrects: [
    'Blocked: {agency} refused it, and staff must correct it. {mend}',
    'Bloqueado: {agency} lo rechazó y el personal debe corregirlo. {mend}',
  ],
  unanswered: [
    'Blocked: {agency} didn’t answer but may have received it. Staff must check the agency’s portal and record what they find.',
    'Bloqueado: {agency} no respondió, pero puede que lo haya recibido. El personal debe revisar el portal de la agencia y registrar lo que encuentre.',
  ],
  held: [
    'Blocked: the queue of {agency} is on hold ({reason}). An Admin must release it or correct the account.',
    'Bloqueado: la cola de {agency} está en espera ({reason}). Un administrador debe liberarla o corregir la cuenta.',
  ],
  heldAbove: [
    'Blocked: the organization with the account at {agency} has put the queue on hold. An Admin there must release it or correct the account.',
    'Bloqueado: la organización que tiene la cuenta en {agency} puso la cola en espera. Un administrador de esa organización debe liberarla o corregir la cuenta.',
  ],
  noAccount: [
    'Blocked: the school has no account at {agency}. An Admin must add one under Agencies.',
    'Bloqueado: la escuela no tiene una cuenta en {agency}. Un administrador debe agregarla en Agencias.',
  ],
  noNumber: [
    'This report waits for the number of its certificate. It is sent once the certificate has one. If none are left, staff must add the numbers bought from {agency} under Certificate Numbers.',
    'Este informe espera el número de su certificado. Se enviará cuando el certificado lo tenga. Si no quedan números, el personal debe agregar los comprados a {agency} en Números de certificado.',
  ],
  file: [
    'This report goes into the next file for {agency}. Staff create the file under Agencies, unless the account creates one every day.',
    'Este informe irá en el próximo archivo para {agency}. El personal crea el archivo en Agencias, salvo que la cuenta genere uno cada día.',
  ],
  inFile: [
    'This report is in a file for {agency} that has not been confirmed as delivered. The files are under Agencies.',
    'Este informe está en un archivo para {agency} cuya entrega no se ha confirmado. Los archivos están en Agencias.',
  ],
  unread: [
    'The file is at {agency}, and its response has not been read. A duplicate of the certificate is reported after it.',
    'El archivo está en {agency} y aún no se ha leído su respuesta. Un duplicado del certificado se informa después.',
  ],
  worksheet: [
    'This report is on the worksheet for {agency}. Staff must enter it in the agency’s portal and check it off.',
    'Este informe está en la hoja de trabajo de {agency}. El personal debe ingresarlo en el portal de la agencia y marcarlo.',
  ],
  retried: [
    '{agency} isn’t answering. We keep trying automatically, and you don’t need to do anything before the deadline.',
    '{agency} no responde. Seguimos intentándolo automáticamente y no es necesario hacer nada antes de la fecha límite.',
  ],
  sending: [
    'This report is on its way to {agency}. You don’t need to do anything.',
    'Este informe está en camino a {agency}. No es necesario hacer nada.',
  ],
  waiting: [
    'This report is at another agency first, which passes it on to {agency}. You don’t need to do anything.',
    'Este informe pasa primero por otra agencia, que lo envía a {agency}. No es necesario hacer nada.',
  ],
  watched: [
    '{agency} may still refuse this report until the deadline. If a refusal arrives by email, staff must record it.',
    '{agency} todavía puede rechazar este informe hasta la fecha límite. Si llega un rechazo por correo electrónico, el personal debe registrarlo.',
  ],
})
