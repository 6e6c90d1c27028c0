/** A login's report of the device, in the documented words (ACC-09). */
export interface Device {
  clientType: string
  system: string
  browser: string
  browserVersion: string
}

const systems: [RegExp, string][] = [
  [/iPhone|iPad|iPod|iOS/i, 'IOS'],
  [/Windows Phone/i, 'winphone'],
  [/Android/i, 'Android'],
  [/BlackBerry|BB10/i, 'blackberry'],
  [/Windows NT 10/i, 'Windows 10'],
  [/Windows NT 6\.3/i, 'Windows 8.1'],
  [/Windows NT 6\.2/i, 'Windows 8'],
  [/Windows NT 6\.1/i, 'Windows 7'],
  [/Windows NT 6\.0/i, 'Windows Vista'],
  [/Windows NT 5/i, 'Windows XP'],
]

const browsers: [RegExp, string][] = [
  [/MicroMessenger\/([\d.]+)/, 'WeChat'],
  [/Edg\w*\/([\d.]+)/, 'Edge'],
  [/OPR\/([\d.]+)/, 'Opera'],
  [/Firefox\/([\d.]+)/, 'Firefox'],
  [/Chrome\/([\d.]+)/, 'Chrome'],
  [/Version\/([\d.]+).*Safari/, 'Safari'],
]

export function describeDevice(agent: string = navigator.userAgent): Device {
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Unknown'
  const found = browsers.map(([pattern, name]) => ({ name, match: pattern.exec(agent) })).find(({ match }) => match)
  return {
    clientType: system,
    system,
    browser: found?.name ?? 'Unknown',
    browserVersion: found?.match?.[1] ?? 'Unknown',
  }
}
