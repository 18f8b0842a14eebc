import { defineErrors } from '#platform/errors.ts'

export const backofficeErrors = defineErrors({
  alreadyErased: [
    409,
    'ALREADY_ERASED',
    ["This person's data was already erased.", 'Los datos de esta persona ya se borraron.'],
  ],
  notErasable: [
    409,
    'NOT_ERASABLE',
    [
      "This student's data can't be erased yet. First finish their courses, reports, orders and refunds, and remove their saved cards.",
      'Los datos de este estudiante todavía no se pueden borrar. Primero finalice sus cursos, informes, pedidos y reembolsos, y elimine sus tarjetas guardadas.',
    ],
  ],
  builtInLanguage: [
    422,
    'BUILT_IN_LANGUAGE',
    [
      "English and Spanish come with the product, so you can't delete them.",
      'El inglés y el español son parte del producto y siempre están disponibles.',
    ],
  ],
  tooManyLanguages: [
    409,
    'TOO_MANY_LANGUAGES',
    [
      'You can have up to {most} languages. Delete one that you no longer need.',
      'Puede haber hasta {most} idiomas. Elimine uno que ya no necesite.',
    ],
  ],
  viewNameTaken: [
    409,
    'VIEW_NAME_TAKEN',
    ['You already have a view with this name. Choose another name.', 'Ya tiene una vista con este nombre. Elija otro.'],
  ],
  tooManyViews: [
    409,
    'TOO_MANY_VIEWS',
    [
      'A list can have up to {most} of your own views and {most} shared views. Delete one that you no longer need.',
      'Una lista puede tener hasta {most} vistas suyas y {most} compartidas. Elimine una que ya no necesite.',
    ],
  ],
  viewNotShared: [
    422,
    'VIEW_NOT_SHARED',
    [
      'Share the view first. Only a shared view can be the starting view for everyone.',
      'Primero comparta la vista. La vista inicial para todos debe ser una vista compartida.',
    ],
  ],
  tooManyTests: [
    429,
    'TOO_MANY_TESTS',
    [
      'You have sent too many test messages today. Use the preview, or try again tomorrow.',
      'Hoy envió demasiados mensajes de prueba. Use la vista previa o inténtelo de nuevo mañana.',
    ],
  ],
  testNotSent: [
    503,
    'TEST_NOT_SENT',
    [
      "The mail server didn't accept the test message. Try again in a few minutes.",
      'El servidor de correo no aceptó el mensaje de prueba. Inténtelo de nuevo en unos minutos.',
    ],
  ],
  notSentAgain: [
    422,
    'NOT_SENT_AGAIN',
    ["This email can't be sent again.", 'Este correo no se puede volver a enviar.'],
  ],
  notYourNote: [
    403,
    'NOT_YOUR_NOTE',
    ['Only the author or an Admin can change this note.', 'Solo el autor o un administrador puede cambiar esta nota.'],
  ],
  notRemovable: [
    409,
    'NOT_REMOVABLE',
    [
      '{said} This person has payments, certificates or courses. Disable the account instead.',
      '{said} La cuenta tiene pagos, certificados o cursos. En lugar de eliminarla, deshabilítela.',
    ],
  ],
  codeFixed: [
    409,
    'CODE_FIXED',
    [
      "The code can't be changed because this organization has sold courses.",
      'El código no se puede cambiar: esta organización ya vendió cursos.',
    ],
  ],
  ownOrganization: [
    403,
    'OWN_ORGANIZATION',
    [
      "You can't do this to the main organization or to your own. Use the parent organization's site.",
      'No puede hacer esto con la organización principal ni con la suya. Use el sitio de la organización superior.',
    ],
  ],
  suspended: [
    403,
    'ORGANIZATION_SUSPENDED',
    [
      'Only an Admin can change a suspended organization.',
      'Solo un administrador puede cambiar una organización suspendida.',
    ],
  ],
  organizationInUse: [
    409,
    'ORGANIZATION_IN_USE',
    [
      'This organization has people, sub-organizations or sales. Deactivate it instead.',
      'Esta organización tiene personas, suborganizaciones o ventas. En lugar de eliminarla, desactívela.',
    ],
  ],
  ownStatus: [
    403,
    'OWN_STATUS',
    ["You can't enable or disable your own account.", 'No puede habilitar ni deshabilitar su propia cuenta.'],
  ],
  ownCourse: [403, 'OWN_COURSE', ["You can't advance your own course.", 'No puede adelantar su propio curso.']],
  advanceWaiting: [
    409,
    'ADVANCE_WAITING',
    [
      'A request to advance this course is already waiting. It must be approved, declined or withdrawn first.',
      'Ya hay una solicitud pendiente para adelantar este curso. Primero se debe aprobar, rechazar o retirar.',
    ],
  ],
  advanceOver: [
    409,
    'ADVANCE_OVER',
    ['This request is no longer waiting for approval.', 'Esta solicitud ya no está pendiente de aprobación.'],
  ],
  advanceNeedsAnother: [
    403,
    'ADVANCE_NEEDS_ANOTHER',
    ['Another person must review this request.', 'Otra persona debe revisar esta solicitud.'],
  ],
  advanceNotYours: [
    403,
    'ADVANCE_NOT_YOURS',
    ['Only the requester can withdraw this request.', 'Solo quien hizo la solicitud puede retirarla.'],
  ],
  advanceAskerGone: [
    409,
    'ADVANCE_ASKER_GONE',
    [
      'The requester no longer has permission to advance students. Decline this request.',
      'Quien hizo la solicitud ya no puede adelantar a estudiantes. Rechace esta solicitud.',
    ],
  ],
  uploadAltered: [
    409,
    'UPLOAD_ALTERED',
    [
      'Error uploading students. Try again. The rows have changed since they were checked. Reload the page.',
      'No se pudieron cargar los estudiantes. Las filas no son las que se revisaron. Vuelva a cargar la página.',
    ],
  ],
  uploadStarted: [
    409,
    'UPLOAD_STARTED',
    [
      'This upload has already started. Its rows can no longer be changed.',
      'Esta carga ya comenzó. Sus filas ya no se pueden cambiar.',
    ],
  ],
  uploadNotDone: [
    409,
    'UPLOAD_NOT_DONE',
    [
      'You can undo an upload only after it has finished. Wait for it to finish.',
      'Solo se puede deshacer una carga que haya terminado. Espere a que termine.',
    ],
  ],
  uploadedSignedIn: [
    409,
    'UPLOADED_SIGNED_IN',
    [
      'The student has already signed in, so we kept the account.',
      'El estudiante ya inició sesión. La cuenta se conserva.',
    ],
  ],
  uploadedHasMore: [
    409,
    'UPLOADED_HAS_MORE',
    [
      'The student has other orders or certificates, so we kept the account.',
      'El estudiante tiene otros pedidos o certificados. La cuenta se conserva.',
    ],
  ],
  uploadEmpty: [
    422,
    'UPLOAD_EMPTY',
    [
      'Error uploading students. Try again. No rows are ready to upload.',
      'No se pudieron cargar los estudiantes. Ninguna fila está lista para cargarse.',
    ],
  ],
  reportInBackground: [
    409,
    'REPORT_IN_BACKGROUND',
    [
      "This report is long, so we're preparing its file in the background. You'll get a notification when it's ready.",
      'El informe es largo, así que preparamos su archivo en segundo plano. Recibirá una notificación cuando esté listo.',
    ],
  ],
  tooManySchedules: [
    409,
    'TOO_MANY_SCHEDULES',
    [
      'An organization can have up to {most} scheduled reports. Delete one that you no longer need.',
      'Una organización puede tener hasta {most} informes programados. Elimine uno que ya no necesite.',
    ],
  ],
  paidNeedsRight: [
    403,
    'PAID_NEEDS_RIGHT',
    [
      "You need permission to manage invoices to enroll students at the organization's expense.",
      'Necesita el permiso de facturas para inscribir a estudiantes a cargo de la organización.',
    ],
  ],
})
