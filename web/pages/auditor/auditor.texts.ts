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
    'An export holds 2,000 courses at most. Choose fewer days for a larger program.',
    'Una exportación contiene 2,000 cursos como máximo. Elija menos días si el programa es más grande.',
  ],
  from: ['From', 'Desde'],
  to: ['To', 'Hasta'],
  download: ['Download', 'Descargar'],
  verify: ['How to verify an export', 'Cómo verificar una exportación'],
  verifyProgram: [
    'Download the verification program. It is one file that runs with Node.js 20 or later on any computer, and needs nothing else.',
    'Descargue el programa de verificación. Es un solo archivo que funciona con Node.js 20 o posterior en cualquier computadora y no necesita nada más.',
  ],
  verifyKey: [
    'Save this public key as key.pem in the same folder as the export and the program.',
    'Guarde esta clave pública como key.pem en la misma carpeta que la exportación y el programa.',
  ],
  verifyCommand: [
    'Run this command in that folder, with the name of your export. It prints OK, or a line for each change.',
    'Ejecute este comando en esa carpeta, con el nombre de su exportación. Muestra OK, o una línea por cada cambio.',
  ],
  verifyOther: [
    'VERIFY.txt in the ZIP explains the same without Node.js, with openssl and sha256sum.',
    'El archivo VERIFY.txt del ZIP explica lo mismo sin Node.js, con openssl y sha256sum.',
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
