import { texts } from '#platform/texts.ts'

export const personalDataWords = texts({
  ownTitle: ['Your data', 'Sus datos'],
  ownLead: [
    'Download everything we store about you: your account, courses, orders, messages and the history of your account.',
    'Descargue todo lo que guardamos sobre usted: su cuenta, cursos, pedidos, mensajes y el historial de su cuenta.',
  ],
  ownErasure: [
    'To have your data erased, contact support. We keep what the law asks for: records of completed courses for five years, and orders for seven.',
    'Para pedir que borremos sus datos, comuníquese con soporte. Conservamos lo que exige la ley: los registros de cursos terminados durante cinco años y los pedidos durante siete.',
  ],
  title: ['Personal data', 'Datos personales'],
  lead: [
    'Download everything stored about this person. The download appears in the history of their account.',
    'Descargue todo lo que se guarda sobre esta persona. La descarga queda en el historial de su cuenta.',
  ],
  download: ['Download the data (JSON)', 'Descargar los datos (JSON)'],
  eraseTitle: ['Erase the data of this student', 'Borrar los datos de este estudiante'],
  eraseLead: [
    "The account is closed for good. Name, contact data, documents, messages and identity checks are erased. You can't undo this.",
    'La cuenta se cierra definitivamente. Se borran el nombre, los datos de contacto, los documentos, los mensajes y los controles de identidad. No se puede deshacer.',
  ],
  eraseKept: [
    'The records of certified and reported courses, orders without their names, and the sealed event history stay.',
    'Se conservan los registros de cursos certificados e informados, los pedidos sin nombres y el historial de eventos sellado.',
  ],
  reason: ['Reason', 'Motivo'],
  erase: ['Erase the data', 'Borrar los datos'],
  erasing: ['Erasing…', 'Borrando…'],
  erased: ["The student's data was erased.", 'Se borraron los datos del estudiante.'],
  back: ["Back to the person's account", 'Volver a la cuenta de la persona'],
})
