export default function Home() {
  return <h1>바로일당</h1>
}
