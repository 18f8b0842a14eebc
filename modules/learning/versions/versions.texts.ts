import { texts } from '#platform/texts.ts'

export const moveTexts = texts({
  title: ['Move students to another version', 'Pasar estudiantes a otra versión'],
  lead: [
    "These students have version {version} and haven't started the course. Students who have started stay on their version.",
    'Estos estudiantes tienen la versión {version} y no han empezado el curso. Quienes ya empezaron siguen en su versión.',
  ],
  shown: ['Showing {shown} of {count}.', 'Se muestran {shown} de {count}.'],
  next: ['Show the next students', 'Mostrar los siguientes estudiantes'],
  all: [
    'Move all {count} students, including those not shown. Students who start in the meantime stay on their version.',
    'Pasar a los {count} estudiantes, también a los que no se muestran. Quienes empiecen mientras tanto siguen en su versión.',
  ],
  noneTitle: ['No students to move', 'No hay estudiantes para pasar a otra versión'],
  none: [
    'Students who buy this version appear here until they start the course.',
    'Aquí aparecen los estudiantes que compran esta versión, hasta que empiezan el curso.',
  ],
  noVersion: [
    'This course has no other published version. Publish changes to make one.',
    'Este curso no tiene otra versión publicada. Publique cambios para crear una.',
  ],
  students: ['Students', 'Estudiantes'],
  studentsOf: ['{students}, {waiting} not started', '{students}, {waiting} sin empezar'],
  choose: ['Move students…', 'Pasar estudiantes…'],
  student: ['Student', 'Estudiante'],
  organization: ['Organization', 'Organización'],
  status: ['Status', 'Estado'],
  enrolled: ['Enrolled', 'Inscripción'],
  target: ['Move to', 'Pasar a'],
  version: ['Version {n}', 'Versión {n}'],
  select: ['Move {name}', 'Seleccionar a {name}'],
  move: ['Move students', 'Pasar estudiantes'],
  moving: ['Moving…', 'Pasando…'],
  noneChosen: ['Choose at least one student.', 'Elija al menos un estudiante.'],
  back: ['Back to versions', 'Volver a las versiones'],
})
