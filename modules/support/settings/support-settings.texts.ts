import { texts } from '#platform/texts.ts'

export const supportSettingsTexts = texts({
  usualAnswer: [
    "Thanks, we got your message. We'll reply within 24 - 48 hours.",
    'Gracias, recibimos su mensaje. Le responderemos en un plazo de 24 a 48 horas.',
  ],
  title: ['Support Settings', 'Configuración de soporte'],
  lead: [
    'These settings apply to this organization and its sub-organizations, unless one of them has its own. Settings you leave empty are inherited.',
    'Esta configuración se aplica a esta organización y a sus suborganizaciones, salvo que alguna tenga la suya. Lo que deje vacío se hereda.',
  ],
  saved: ['Support settings updated.', 'Configuración de soporte actualizada.'],
  failed: [
    'Support settings could not be updated: {message}',
    'No se pudo actualizar la configuración de soporte: {message}',
  ],
  inherited: ['Inherited: {value}', 'Heredado: {value}'],
  none: ['none', 'ninguno'],
  ownPhone: ["the organization's own phone", 'el teléfono de la organización'],
  save: ['Save', 'Guardar'],
  saving: ['Saving info...', 'Guardando…'],

  contact: ['Contact', 'Contacto'],
  contactHint: [
    'Shown in the footer, on the student dashboard and where a course ends. Receipts show it, too, unless checkout settings have their own.',
    'Aparecen al pie de las páginas, en el panel del estudiante y donde termina un curso. También en los recibos, salvo que la configuración de compras tenga otros.',
  ],
  phone: ['Support phone', 'Teléfono de soporte'],
  email: ['Support email', 'Correo electrónico de soporte'],
  phoneWrong: ['Enter a 10-digit phone number.', 'Escriba un número de teléfono de 10 dígitos.'],
  emailWrong: [
    'Enter an email address, such as name@example.com.',
    'Escriba un correo electrónico, por ejemplo nombre@example.com.',
  ],

  hours: ['Support hours', 'Horario de soporte'],
  hoursHint: [
    'Outside these hours, the chat says that support is closed. Leave all days unchecked to inherit the hours.',
    'Fuera de este horario, el chat indica que soporte está cerrado. No marque ningún día para heredar el horario.',
  ],
  days: ['Days', 'Días'],
  from: ['Opens', 'Abre'],
  until: ['Closes', 'Cierra'],
  timezone: ['Time zone', 'Zona horaria'],
  hoursWrong: [
    'Enter hours such as 09:00 and 17:00. The closing time must be after the opening time.',
    'Escriba un horario como 09:00 y 17:00; la hora de cierre debe ser posterior a la de apertura.',
  ],
  zoneWrong: ['Choose a time zone from the list.', 'Elija una zona horaria de la lista.'],

  tickets: ['New tickets', 'Solicitudes nuevas'],
  answer: ['Automatic reply ({language})', 'Respuesta automática ({language})'],
  answerHint: [
    'Shown below a new ticket until someone replies. Leave both languages empty to inherit the text.',
    'Aparece debajo de una solicitud nueva hasta que alguien la responde. Deje vacíos ambos idiomas para heredar el texto.',
  ],
  english: ['English', 'inglés'],
  spanish: ['Spanish', 'español'],
  addedHint: ['Leave empty to show the English text.', 'Déjelo vacío para mostrar el texto en inglés.'],
  bothLanguages: ['Write the text in English and in Spanish.', 'Escriba el texto en inglés y en español.'],
  assignee: ['Default assignee', 'Responsable predeterminado'],
  assigneeHint: [
    "Gets new tickets that the course doesn't assign to anyone. They need permission to update support tickets.",
    'Recibe las solicitudes nuevas que el curso no asigna a nadie. Necesita permiso para modificar solicitudes de soporte.',
  ],
  assigneeWrong: ['Choose a person who works on support tickets.', 'Elija a una persona que atienda solicitudes.'],
  categories: ['Categories people can choose', 'Categorías que se pueden elegir'],
  categoriesHint: [
    'Leave all unchecked to inherit the categories. “Other” is always offered.',
    'No marque ninguna para heredar las categorías. “Otro” siempre se ofrece.',
  ],
  categoryClosed: ['Choose one of the categories in the list.', 'Elija una de las categorías de la lista.'],
})
