import { texts } from '#platform/texts.ts'

export const settingsTexts = texts({
  settings: ['Account Settings', 'Configuración de la cuenta'],
  organization: ['Organization settings', 'Configuración de la organización'],
  system: ['System settings', 'Configuración del sistema'],
  account: ['Your account', 'Su cuenta'],
  defaultPermissions: ['Default Permissions', 'Permisos predeterminados'],
  defaultPermissionsText: ['Permissions for new staff.', 'Permisos para el personal nuevo.'],
  student: ['Students', 'Estudiantes'],
  instructor: ['Instructors', 'Instructores'],
  administrator: ['Administrators', 'Administradores'],
  support: ['Support Staff', 'Personal de soporte'],
  picture: ['Your picture', 'Su foto'],
  pictureLead: ['Staff at your school see it next to your name.', 'El personal de su escuela la ve junto a su nombre.'],
  choosePicture: ['Choose a picture', 'Elegir una foto'],
  changePicture: ['Change the picture', 'Cambiar la foto'],
  pictureScripts: ['Turn on JavaScript to crop your picture.', 'Active JavaScript para recortar su foto.'],
  needsScripts: ['Turn on JavaScript to make changes here.', 'Active JavaScript para hacer cambios aquí.'],
  saved: ['Your changes were saved.', 'Se guardaron sus cambios.'],
  done: ['Done.', 'Listo.'],
})
