import { HomeAdvantages, ResponsibleLine } from '../../features/content/home-advantages'
import { HomeApp } from '../../features/content/home-app'
import { HomePromos } from '../../features/content/home-promos'

/** What is not on the first screen of the home page, on both forms; its code comes behind the rest. */
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
