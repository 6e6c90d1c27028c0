import { HomeAdvantages, ResponsibleLine } from '../../features/content/home-advantages'
import { HomeApp } from '../../features/content/home-app'
import { HomePromos } from '../../features/content/home-promos'

/** The home page below its first screen, in both forms; its code comes after the rest. */
export default function HomeBelow() {
  return (
    <>
      <HomePromos />
      <HomeApp />
      <HomeAdvantages />
      <ResponsibleLine />
    </>
  )
}
