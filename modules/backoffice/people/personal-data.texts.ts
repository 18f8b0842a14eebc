import { texts } from '#platform/texts.ts'

export const personalDataWords = texts({
  ownTitle: ['Your data', 'Sus datos'],
  ownLead: [
    'Download everything we store about you: your account, courses, orders, messages and the history of your account.',
    'Descargue todo lo que guardamos sobre usted: su cuenta, cursos, pedidos, mensajes y el historial de su cuenta.',
  ],
  ownErasure: [
    'To have your data erased, contact support. By law, we keep records of completed courses for at least five years, and orders for at least seven.',
    'Para pedir que borremos sus datos, comuníquese con soporte. Por ley, conservamos los registros de cursos terminados durante al menos cinco años y los pedidos durante al menos siete.',
  ],
  title: ['Personal data', 'Datos personales'],
  lead: [
    'Download everything stored about this person. The download is recorded in their account history.',
    'Descargue todo lo que se guarda sobre esta persona. La descarga queda en el historial de su cuenta.',
  ],
  download: ['Download data (JSON)', 'Descargar datos (JSON)'],
  adminsDownload: ['Only an Admin can download this data.', 'Solo un administrador puede descargar estos datos.'],
  eraseTitle: ['Erase the data of this student', 'Borrar los datos de este estudiante'],
  eraseLead: [
    "This closes the account permanently. It erases the name, contact details, documents, messages and identity checks. You can't undo this.",
    'La cuenta se cierra definitivamente. Se borran el nombre, los datos de contacto, los documentos, los mensajes y las verificaciones de identidad. No se puede deshacer.',
  ],
  eraseKept: [
    'We keep records of certified and reported courses, orders without names, and the sealed event history.',
    'Se conservan los registros de cursos certificados o informados a una agencia, los pedidos sin nombres y el historial de eventos sellado.',
  ],
  heldTitle: ['Kept for now', 'Se conserva por ahora'],
  heldLead: [
    "The rules of these courses' programs require us to keep some records. We erase them when that time is over.",
    'Las reglas de los programas de estos cursos nos obligan a conservar algunos registros. Los borramos cuando termina el plazo.',
  ],
  heldRecords: [
    '{course}: answers and documents until {day} ({source})',
    '{course}: respuestas y documentos hasta el {day} ({source})',
  ],
  heldIdentity: [
    '{course}: records of identity checks until {day} ({source})',
    '{course}: registros de las verificaciones de identidad hasta el {day} ({source})',
  ],
  reason: ['Reason', 'Motivo'],
  erase: ['Erase data', 'Borrar datos'],
  erasing: ['Erasing…', 'Borrando…'],
  erased: ["The student's data was erased.", 'Se borraron los datos del estudiante.'],
  back: ["Back to the person's account", 'Volver a la cuenta de la persona'],
})
