/**
 * The counties of New York, Texas, and the states whose agencies require a county. `county_id` is lk_state_id * 1000 +
 * the position from 1, so names may only be added at the end of a list.
 */
const namesByState = {
  10: `Alachua|Baker|Bay|Bradford|Brevard|Broward|Calhoun|Charlotte|Citrus|Clay|Collier|Columbia|DeSoto|Dixie|Duval|
Escambia|Flagler|Franklin|Gadsden|Gilchrist|Glades|Gulf|Hamilton|Hardee|Hendry|Hernando|Highlands|Hillsborough|Holmes|
Indian River|Jackson|Jefferson|Lafayette|Lake|Lee|Leon|Levy|Liberty|Madison|Manatee|Marion|Martin|Miami-Dade|Monroe|
Nassau|Okaloosa|Okeechobee|Orange|Osceola|Palm Beach|Pasco|Pinellas|Polk|Putnam|St. Johns|St. Lucie|Santa Rosa|Sarasota|
Seminole|Sumter|Suwannee|Taylor|Union|Volusia|Wakulla|Walton|Washington`,
  23: `Alcona|Alger|Allegan|Alpena|Antrim|Arenac|Baraga|Barry|Bay|Benzie|Berrien|Branch|Calhoun|Cass|Charlevoix|Cheboygan|
Chippewa|Clare|Clinton|Crawford|Delta|Dickinson|Eaton|Emmet|Genesee|Gladwin|Gogebic|Grand Traverse|Gratiot|Hillsdale|
Houghton|Huron|Ingham|Ionia|Iosco|Iron|Isabella|Jackson|Kalamazoo|Kalkaska|Kent|Keweenaw|Lake|Lapeer|Leelanau|Lenawee|
Livingston|Luce|Mackinac|Macomb|Manistee|Marquette|Mason|Mecosta|Menominee|Midland|Missaukee|Monroe|Montcalm|Montmorency|
Muskegon|Newaygo|Oakland|Oceana|Ogemaw|Ontonagon|Osceola|Oscoda|Otsego|Ottawa|Presque Isle|Roscommon|Saginaw|St. Clair|
St. Joseph|Sanilac|Schoolcraft|Shiawassee|Tuscola|Van Buren|Washtenaw|Wayne|Wexford`,
  31: `Atlantic|Bergen|Burlington|Camden|Cape May|Cumberland|Essex|Gloucester|Hudson|Hunterdon|Mercer|Middlesex|Monmouth|
Morris|Ocean|Passaic|Salem|Somerset|Sussex|Union|Warren`,
  33: `Albany|Allegany|Bronx|Broome|Cattaraugus|Cayuga|Chautauqua|Chemung|Chenango|Clinton|Columbia|Cortland|Delaware|
Dutchess|Erie|Essex|Franklin|Fulton|Genesee|Greene|Hamilton|Herkimer|Jefferson|Kings|Lewis|Livingston|Madison|Monroe|
Montgomery|Nassau|New York|Niagara|Oneida|Onondaga|Ontario|Orange|Orleans|Oswego|Otsego|Putnam|Queens|Rensselaer|Richmond|
Rockland|St. Lawrence|Saratoga|Schenectady|Schoharie|Schuyler|Seneca|Steuben|Suffolk|Sullivan|Tioga|Tompkins|Ulster|Warren|
Washington|Wayne|Westchester|Wyoming|Yates`,
  44: `Anderson|Andrews|Angelina|Aransas|Archer|Armstrong|Atascosa|Austin|Bailey|Bandera|Bastrop|Baylor|Bee|Bell|Bexar|
Blanco|Borden|Bosque|Bowie|Brazoria|Brazos|Brewster|Briscoe|Brooks|Brown|Burleson|Burnet|Caldwell|Calhoun|Callahan|Cameron|
Camp|Carson|Cass|Castro|Chambers|Cherokee|Childress|Clay|Cochran|Coke|Coleman|Collin|Collingsworth|Colorado|Comal|Comanche|
Concho|Cooke|Coryell|Cottle|Crane|Crockett|Crosby|Culberson|Dallam|Dallas|Dawson|Deaf Smith|Delta|Denton|DeWitt|Dickens|
Dimmit|Donley|Duval|Eastland|Ector|Edwards|Ellis|El Paso|Erath|Falls|Fannin|Fayette|Fisher|Floyd|Foard|Fort Bend|Franklin|
Freestone|Frio|Gaines|Galveston|Garza|Gillespie|Glasscock|Goliad|Gonzales|Gray|Grayson|Gregg|Grimes|Guadalupe|Hale|Hall|
Hamilton|Hansford|Hardeman|Hardin|Harris|Harrison|Hartley|Haskell|Hays|Hemphill|Henderson|Hidalgo|Hill|Hockley|Hood|Hopkins|
Houston|Howard|Hudspeth|Hunt|Hutchinson|Irion|Jack|Jackson|Jasper|Jeff Davis|Jefferson|Jim Hogg|Jim Wells|Johnson|Jones|
Karnes|Kaufman|Kendall|Kenedy|Kent|Kerr|Kimble|King|Kinney|Kleberg|Knox|Lamar|Lamb|Lampasas|La Salle|Lavaca|Lee|Leon|Liberty|
Limestone|Lipscomb|Live Oak|Llano|Loving|Lubbock|Lynn|McCulloch|McLennan|McMullen|Madison|Marion|Martin|Mason|Matagorda|
Maverick|Medina|Menard|Midland|Milam|Mills|Mitchell|Montague|Montgomery|Moore|Morris|Motley|Nacogdoches|Navarro|Newton|Nolan|
Nueces|Ochiltree|Oldham|Orange|Palo Pinto|Panola|Parker|Parmer|Pecos|Polk|Potter|Presidio|Rains|Randall|Reagan|Real|
Red River|Reeves|Refugio|Roberts|Robertson|Rockwall|Runnels|Rusk|Sabine|San Augustine|San Jacinto|San Patricio|San Saba|
Schleicher|Scurry|Shackelford|Shelby|Sherman|Smith|Somervell|Starr|Stephens|Sterling|Stonewall|Sutton|Swisher|Tarrant|Taylor|
Terrell|Terry|Throckmorton|Titus|Tom Green|Travis|Trinity|Tyler|Upshur|Upton|Uvalde|Val Verde|Van Zandt|Victoria|Walker|
Waller|Ward|Washington|Webb|Wharton|Wheeler|Wichita|Wilbarger|Willacy|Williamson|Wilson|Winkler|Wise|Wood|Yoakum|Young|
Zapata|Zavala`,
} as const

export type County = { county_id: number; lk_state_id: number; name: string }

/** All counties, by state and in the order of its list. */
export const counties: readonly County[] = Object.entries(namesByState).flatMap(([lk_state_id, names]) =>
  names.split('|').map((name, index) => ({
    county_id: Number(lk_state_id) * 1000 + index + 1,
    lk_state_id: Number(lk_state_id),
    name: name.trim(),
  })),
)
