import { texts } from '../../../platform/texts.ts'

export const submissionTexts = texts({
  submissions: ['Submissions', 'Entregas'],
  quizzes: ['Quizzes', 'Cuestionarios'],
  documents: ['Documents', 'Documentos'],
  awaiting: ['Awaiting review', 'Pendientes de revisión'],
  viewAll: ['view all', 'ver todo'],
  noQuizzes: [
    'No quizzes. Quizzes that students finish are listed here.',
    'No hay cuestionarios. Aquí aparecen los cuestionarios que terminan los estudiantes.',
  ],
  noDocuments: [
    'No documents. Documents that students upload at registration are listed here.',
    'No hay documentos. Aquí aparecen los documentos que los estudiantes suben en la inscripción.',
  ],
  first_name: ['First Name', 'Nombre'],
  last_name: ['Last Name', 'Apellido'],
  email: ['Email', 'Correo electrónico'],
  finished_date: ['Finished Date', 'Fecha de finalización'],
  course_status: ['Course Status', 'Estado del curso'],
  organization: ['Organization', 'Organización'],
  course: ['Course', 'Curso'],
  waiting: ['To Review', 'Por revisar'],
  student_course_id: ['Course Number', 'Número del curso'],
  review: ['Review', 'Revisar'],
  needsAttention: ['Needs Attention', 'Requiere atención'],
  updated: ['Quiz updated.', 'Cuestionario actualizado.'],
  completed: ['Review completed.', 'Revisión terminada.'],
  documentsUpdated: ['Documents updated.', 'Documentos actualizados.'],
})
