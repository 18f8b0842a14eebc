import { texts } from '#platform/texts.ts'

/** One sentence for staff: what keeps a report from being accepted, and who must act. */
export const whatBlocksTexts = texts({
  nothing: ['Nothing blocks this report: {agency} has it.', 'Nada bloquea este informe: {agency} lo tiene.'],
  studentCorrects: [
    'Blocked: {agency} refused it, and the student must correct it. {mend}',
    'Bloqueado: {agency} lo rechazó y el estudiante debe corregirlo. {mend}',
  ],
  staffCorrects: [
    'Blocked: {agency} refused it, and staff must correct it. {mend}',
    'Bloqueado: {agency} lo rechazó y el personal debe corregirlo. {mend}',
  ],
  unanswered: [
    'Blocked: {agency} did not answer and may have it. Staff must look in the agency’s portal and enter what they find.',
    'Bloqueado: {agency} no respondió y puede que lo tenga. El personal debe revisar el portal de la agencia y anotar lo que encuentre.',
  ],
  held: [
    'Blocked: the queue of {agency} is on hold ({reason}). An Admin must release it or correct the account.',
    'Bloqueado: la cola de {agency} está detenida ({reason}). Un administrador debe liberarla o corregir la cuenta.',
  ],
  heldAbove: [
    'Blocked: the organization with the account at {agency} holds the queue. An Admin there must release it or correct the account.',
    'Bloqueado: la organización que tiene la cuenta en {agency} detuvo la cola. Un administrador de ella debe liberarla o corregir la cuenta.',
  ],
  noAccount: [
    'Blocked: the school has no account at {agency}. An Admin must add one under Agencies.',
    'Bloqueado: la escuela no tiene cuenta en {agency}. Un administrador debe agregarla en Agencias.',
  ],
  file: [
    'It waits for the next file for {agency}: staff make it under Agencies, unless the account makes one every day.',
    'Espera el próximo archivo para {agency}: el personal lo crea en Agencias, salvo que la cuenta cree uno cada día.',
  ],
  worksheet: [
    'It waits on the worksheet of {agency}: staff must enter it in the agency’s portal and check it off.',
    'Espera en la hoja de trabajo de {agency}: el personal debe ingresarlo en el portal de la agencia y marcarlo.',
  ],
  retried: [
    '{agency} is not answering, and the product tries again by itself. No one must act before the deadline.',
    '{agency} no responde, y el producto lo intenta de nuevo por sí solo. Nadie debe actuar antes de la fecha límite.',
  ],
  sending: ['It is on its way to {agency}, and no one must act.', 'Está en camino a {agency}, y nadie debe actuar.'],
  waiting: [
    'It waits for the agency before it. {agency} takes it from there, and no one must act.',
    'Espera a la agencia anterior. {agency} lo toma de allí, y nadie debe actuar.',
  ],
  watched: [
    '{agency} may still refuse it until the deadline. Staff must enter a refusal that arrives by email.',
    '{agency} todavía puede rechazarlo hasta la fecha límite. El personal debe anotar un rechazo que llegue por correo electrónico.',
  ],
})
