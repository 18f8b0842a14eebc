import { texts } from '#platform/texts.ts'

export const dashboardTabTexts = texts({
  details: ['Open student details', 'Abrir los datos del estudiante'],
  lead: [
    "Courses, payments, documents and the event history are on the student's page.",
    'Los cursos, los pagos, los documentos y el historial de eventos están en la página del estudiante.',
  ],
})
