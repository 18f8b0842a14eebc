import { texts } from '#platform/texts.ts'

export const auditorTexts = texts({
  title: ['Records for audit', 'Registros para auditoría'],
  lead: [
    '{school}: you can read these records until {date}. The school sees what you read.',
    '{school}: puede consultar estos registros hasta el {date}. La escuela ve lo que usted consulta.',
  ],
  program: ['Program', 'Programa'],
  period: ['Period', 'Período'],
  days: ['{from} to {to}', 'Del {from} al {to}'],
  files: ['Files', 'Archivos'],
  rules: ['Rules and course versions', 'Reglas y versiones de los cursos'],
  numbers: ['Certificate numbers', 'Números de certificado'],
  export: ['Signed export (ZIP)', 'Exportación firmada (ZIP)'],
  exportHint: [
    'An export holds 2,000 courses at most. Choose fewer days for a larger program. VERIFY.txt in the ZIP explains how to verify it.',
    'Una exportación contiene 2,000 cursos como máximo. Elija menos días si el programa es más grande. El archivo VERIFY.txt que contiene explica cómo verificarla.',
  ],
  from: ['From', 'Desde'],
  to: ['To', 'Hasta'],
  download: ['Download', 'Descargar'],
  key: ['Public key for verification', 'Clave pública para la verificación'],
  keyHint: [
    'Save this key as key.pem. Anyone can use it to verify an export on any computer.',
    'Guarde esta clave como key.pem. Con ella, cualquier persona puede verificar una exportación en cualquier computadora.',
  ],
  courses: ['Courses', 'Cursos'],
  none: [
    'No course of this program was open in the period.',
    'Ningún curso de este programa estuvo abierto en el período.',
  ],
  course: ['Course', 'Curso'],
  student: ['Student', 'Estudiante'],
  status: ['Status', 'Estado'],
  enrolled: ['Enrolled', 'Inscrito'],
  passed: ['Completed', 'Terminado'],
  certificate: ['Certificate', 'Certificado'],
  record: ['Full record', 'Registro completo'],
  recordOf: ['Record of course {id}', 'Registro del curso {id}'],
  next: ['Next page', 'Página siguiente'],
})
