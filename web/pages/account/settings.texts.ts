import { texts } from '../../../platform/texts.ts'

export const settingsTexts = texts({
  settings: ['Account Settings', 'Configuración de la cuenta'],
  system: ['System settings', 'Configuración del sistema'],
  account: ['Your account', 'Su cuenta'],
  defaultPermissions: ['Default Permissions', 'Permisos predeterminados'],
  defaultPermissionsText: ['What new staff may do.', 'Lo que puede hacer el personal nuevo.'],
  student: ['Students', 'Estudiantes'],
  instructor: ['Instructors', 'Instructores'],
  administrator: ['Administrators', 'Administradores'],
  support: ['Instructors', 'Instructores'],
  picture: ['Your picture', 'Su foto'],
  pictureLead: ['Staff of your school see it beside your name.', 'El personal de su escuela la ve junto a su nombre.'],
  choosePicture: ['Choose a picture', 'Elegir una foto'],
  changePicture: ['Change the picture', 'Cambiar la foto'],
  pictureScripts: ['Cutting a picture to size needs JavaScript.', 'Para recortar una foto se necesita JavaScript.'],
  needsScripts: ['Changing something here needs JavaScript.', 'Para cambiar algo aquí se necesita JavaScript.'],
  saved: ['Your account was saved.', 'Se ha guardado su cuenta.'],
  done: ['Done.', 'Hecho.'],
})
