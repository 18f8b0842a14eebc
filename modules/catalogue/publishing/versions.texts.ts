import { texts } from '#platform/texts.ts'

export const versionTexts = texts({
  published: ['Succesfully published course.', 'El curso se publicó correctamente.'],
  unpublished: ['Succesfully unpublished course.', 'Se anuló la publicación del curso correctamente.'],
  restored: [
    'Version {version} is now in your draft. Publish the course to use it.',
    'La versión {version} ahora está en su borrador. Publique el curso para usarla.',
  ],
  discarded: ['Unpublished changes discarded.', 'Se descartaron los cambios sin publicar.'],
  overview: ['Overview', 'Descripción general'],
  settings: ['Settings', 'Configuración'],
  outline: ['Outline', 'Esquema'],
  faqs: ['FAQs', 'Preguntas frecuentes'],
  registration: ['Registration', 'Registro'],
  security: ['Security', 'Seguridad'],
  bank: ['Question bank: {name}', 'Banco de preguntas: {name}'],
  files: ['Files: {files}', 'Archivos: {files}'],
  alt: ['What the picture shows: {text}', 'Qué muestra la imagen: {text}'],
  transcript: ['Transcript: {text}', 'Transcripción: {text}'],
  why: ['Explanation: {why}', 'Explicación: {why}'],
  correct: ['correct', 'correcta'],
})
