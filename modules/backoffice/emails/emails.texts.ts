import { texts } from '#platform/texts.ts'

export const emailTexts = texts({
  saved: ['Email saved.', 'Correo guardado.'],
  senderSaved: ['Sender saved.', 'Remitente guardado.'],
  tested: ['We sent a test message to {email}.', 'Enviamos un mensaje de prueba a {email}.'],
  testSubject: ['Test: {subject}', 'Prueba: {subject}'],
  keyUnknown: ["This email doesn't have that text. Reload the page and try again.", 'Este correo no tiene ese texto.'],
  languageUnknown: ['Choose one of the languages.', 'Elija uno de los idiomas.'],
  oneLine: ['Write this text on one line.', 'Escriba este texto en una sola línea.'],
  noVariables: [
    "This text can't have variables. Remove the part in braces.",
    'Este texto no tiene variables. Quite lo que está entre llaves.',
  ],
  variables: ['Use only these variables: {names}.', 'Use solo estas variables: {names}.'],
  markup: ['Write plain text, without HTML tags.', 'Escriba texto sin etiquetas HTML.'],
  tooLong: ['Shorten this text to {most} characters.', 'Acorte este texto a {most} caracteres.'],
  senderName: [
    'Use letters, digits and spaces for the name, without quotation marks, < > or @.',
    'Use letras, números y espacios en el nombre, sin comillas, < > ni @.',
  ],
  replyTo: ['Enter one email address.', 'Escriba una sola dirección de correo electrónico.'],
  bothLanguages: ['Write this text in both languages.', 'Escriba este texto en los dos idiomas.'],
})
